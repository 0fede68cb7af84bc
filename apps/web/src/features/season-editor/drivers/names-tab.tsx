import { type AliasChange, seasonManagement } from '@pitboard/contract/season-management'
import type { AliasPreview } from '@pitboard/contract/standings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { problemWords } from '../../../changes/problem-messages.ts'
import { useText } from '../../../messages/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ItemList } from '../../../ui/lists/item-list.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { HiddenDrivers } from './hidden-drivers.tsx'
import { likenessWords } from './similarity-messages.ts'
import { MergeForm } from './merge-form.tsx'
import { MovePreview } from './move-preview.tsx'
import type { TabProps } from '../tab-props.ts'
import { aliasBook } from '../../season/season-queries.ts'

export interface Previewed {
  readonly change: AliasChange
  readonly preview: AliasPreview
}

/** Who is who: hidden names, names that are one driver, and names that may be. */
export function NamesTab({ season, edit }: TabProps) {
  const text = useText()
  const { data: book } = useQuery(aliasBook(season.id, season.version))
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const params = { id: season.id }

  async function preview(change: AliasChange): Promise<string | null> {
    try {
      setPreviewed({
        change,
        preview: await call(seasonManagement.previewAliases, { params, body: change }),
      })
      return null
    } catch (error) {
      return problemWords(error, text)
    }
  }

  async function previewOrTell(change: AliasChange) {
    const problem = await preview(change)
    if (problem !== null) void showToast({ title: problem, tone: 'bad' })
  }

  const dismiss = (names: string[]) =>
    edit.press(
      (ifMatch) => call(seasonManagement.dismissSuggestion, { params, body: { names }, ifMatch }),
      { done: text('organiser.keptApart', { names: names.join(', ') }) },
    )

  return (
    <div className="flex flex-col gap-9">
      <HiddenDrivers season={season} edit={edit} />
      {book && book.suggestions.length > 0 && (
        <Section title={text('organiser.maybeSame')}>
          <ItemList
            label={text('organiser.maybeSame')}
            items={book.suggestions.map((suggestion) => {
              const { name, alias } = suggestion
              return {
                id: `${name}\n${alias}`,
                title: `${name} = ${alias}`,
                detail: likenessWords(suggestion, text),
                action: (
                  <span className="flex gap-2">
                    <Button
                      size="small"
                      aria-label={`${text('organiser.sameDriver')}: ${name}, ${alias}`}
                      onClick={() => void previewOrTell({ merge: { name, aliases: [alias] } })}
                    >
                      {text('organiser.sameDriver')}
                    </Button>
                    <Button
                      size="small"
                      look="quiet"
                      aria-label={`${text('organiser.twoDrivers')}: ${name}, ${alias}`}
                      onClick={() => void dismiss([name, alias])}
                    >
                      {text('organiser.twoDrivers')}
                    </Button>
                  </span>
                ),
              }
            })}
          />
        </Section>
      )}
      <Section title={text('organiser.merge')}>
        <MergeForm season={season} onPreview={preview} />
      </Section>
      {season.aliases.length > 0 && (
        <Section title={text('organiser.merged')}>
          <ItemList
            label={text('organiser.merged')}
            items={season.aliases.flatMap(({ name, aliases }) =>
              aliases.map((alias) => ({
                id: `${name}\n${alias}`,
                title: `${alias} → ${name}`,
                detail: text('organiser.shownAs', { name }),
                action: (
                  <Button
                    look="plain"
                    size="small"
                    aria-label={`${text('organiser.split')}: ${alias}`}
                    onClick={() => void previewOrTell({ split: [alias] })}
                  >
                    {text('organiser.split')}
                  </Button>
                ),
              })),
            )}
          />
        </Section>
      )}
      {previewed && (
        <MovePreview
          {...previewed}
          season={season}
          edit={edit}
          onClose={() => setPreviewed(null)}
        />
      )}
    </div>
  )
}
