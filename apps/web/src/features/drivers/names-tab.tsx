import { type AliasChange, seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { MergeSuggestion } from '@pitboard/contract/seasons/standings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { HiddenDrivers } from './hidden-drivers.tsx'
import { MovePreview, type Previewed } from './move-preview.tsx'
import { aliasBook } from '../season/own-season-queries.ts'
import type { Text, PlainKey } from '../../messages/create-text.ts'
import type { Season } from '@pitboard/contract/seasons/season'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PartProblem } from '../../ui/shell/query-content.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const REASONS = {
  letters: 'organiser.alikeLetters',
  tag: 'organiser.alikeTag',
  cutOff: 'organiser.alikeCutOff',
  typo: 'organiser.alikeTypo',
} as const satisfies Record<MergeSuggestion['reason'], PlainKey>

/** Returns why two names may be one driver. */
function likenessWords({ reason, sameNumber, sameTeam, score }: MergeSuggestion, t: Text): string {
  return joinParts([
    t(REASONS[reason]),
    sameNumber && t('organiser.sameNumber'),
    sameTeam && t('organiser.sameTeam'),
    t('organiser.sameness', { percent: Math.round(score * 100) }),
  ])
}

/** The tab shows hidden names, names that are one driver, and names that may be one driver. */
export function NamesTab() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const query = useQuery(aliasBook(season.id, season.version))
  const { data: book } = query
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const params = { seasonId: season.id }

  async function preview(change: AliasChange): Promise<void> {
    const answer = await call(seasonManagement.previewAliases, { params, body: change })
    setPreviewed({ change, preview: answer })
  }

  async function previewWithToast(change: AliasChange) {
    try {
      await preview(change)
    } catch (error) {
      void showToast({ title: refusalText(error, t), tone: 'bad' })
    }
  }

  const dismiss = (names: string[]) =>
    edit.runWithToast(
      (ifMatch) => call(seasonManagement.dismissSuggestion, { params, body: { names }, ifMatch }),
      { done: t('organiser.areTwoDrivers', { names: names.join(', ') }) },
    )

  return (
    <div className="flex flex-col gap-9">
      <HiddenDrivers />
      <PartProblem query={query} />
      {book && book.suggestions.length > 0 && (
        <Section title={t('organiser.maybeSame')}>
          <ItemList
            label={t('organiser.maybeSame')}
            items={book.suggestions.map((suggestion) => {
              const { name, alias } = suggestion
              return {
                id: `${name}\n${alias}`,
                title: `${name} = ${alias}`,
                detail: likenessWords(suggestion, t),
                action: (
                  <span className="flex gap-2">
                    <Button
                      size="small"
                      aria-label={`${t('organiser.sameDriver')}: ${name}, ${alias}`}
                      onClick={() => void previewWithToast({ merge: { name, aliases: [alias] } })}
                    >
                      {t('organiser.sameDriver')}
                    </Button>
                    <Button
                      size="small"
                      look="quiet"
                      aria-label={`${t('organiser.twoDrivers')}: ${name}, ${alias}`}
                      onClick={() => void dismiss([name, alias])}
                    >
                      {t('organiser.twoDrivers')}
                    </Button>
                  </span>
                ),
              }
            })}
          />
        </Section>
      )}
      <Section title={t('organiser.merge')}>
        <MergeForm season={season} onPreview={preview} />
      </Section>
      {season.aliases.length > 0 && (
        <Section title={t('organiser.merged')}>
          <ItemList
            label={t('organiser.merged')}
            items={season.aliases.flatMap(({ name, aliases }) =>
              aliases.map((alias) => ({
                id: `${name}\n${alias}`,
                title: `${alias} → ${name}`,
                detail: t('organiser.shownAs', { name }),
                action: (
                  <Button
                    look="plain"
                    size="small"
                    aria-label={`${t('organiser.split')}: ${alias}`}
                    onClick={() => void previewWithToast({ split: [alias] })}
                  >
                    {t('organiser.split')}
                  </Button>
                ),
              })),
            )}
          />
        </Section>
      )}
      {previewed && <MovePreview {...previewed} onClose={() => setPreviewed(null)} />}
    </div>
  )
}

interface MergeFormProps {
  readonly season: Season
  readonly onPreview: (change: AliasChange) => Promise<void>
}

function MergeForm({ season, onPreview }: MergeFormProps) {
  const t = useText()
  const [name, setName] = useState<string | null>(null)
  const [alias, setAlias] = useState<string | null>(null)
  const options = season.standings.drivers
    .filter(({ isHidden }) => !isHidden)
    .map((driver) => ({ value: driver.name, label: driver.name }))

  async function preview() {
    if (name === null || alias === null) return { form: t('organiser.twoNamesNeeded') }
    if (name === alias) return { form: t('organiser.sameNameTwice') }
    return onPreview({ merge: { name, aliases: [alias] } })
  }

  return (
    <div className="max-w-2xl">
      <Form
        label={t('organiser.merge')}
        submitLabel={t('organiser.seeWhatMoves')}
        submitLook="secondary"
        onSubmit={preview}
      >
        {() => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('organiser.mergeThis')}>
              <Select
                options={options}
                placeholder={t('organiser.chooseDriver')}
                value={alias}
                onChange={setAlias}
              />
            </Field>
            <Field label={t('organiser.mergeInto')}>
              <Select
                options={options}
                placeholder={t('organiser.chooseDriver')}
                value={name}
                onChange={setName}
              />
            </Field>
          </div>
        )}
      </Form>
    </div>
  )
}
