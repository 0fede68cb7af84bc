import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { call } from '../../api/call.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { useMessage } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { ExportButtons } from '../season/file-button.tsx'
import { publications } from '../season/publication-queries.ts'
import { PartProblem } from '../../ui/shell/query-content.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

/** Publishes the present standings under a number, provisional or official. */
export function PublishTab() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [status, setStatus] = useState<'provisional' | 'official'>('provisional')
  const draft = useMessage({ note: '' })
  const query = useQuery(publications(season))

  async function publish({ note }: FormValues<'note'>) {
    const params = { seasonId: season.id }
    await edit.run(
      (ifMatch) => call(seasonManagement.publish, { params, body: { status, note }, ifMatch }),
      { done: t('organiser.wasPublished'), undo: null },
    )
  }

  return (
    <div className="flex max-w-3xl flex-col gap-9">
      <Section title={t('organiser.publish')}>
        <p className="mb-3 max-w-prose text-muted">{t('organiser.publishWhy')}</p>
        {season.standings.drivers.every(({ results }) => results.length === 0) && (
          <p role="note" className="mb-3 border-l-4 border-secondary bg-panel px-3 py-2">
            {t('organiser.publishEmpty')}
          </p>
        )}
        <MessageForm
          draft={draft}
          label={t('organiser.publish')}
          submitLabel={t('organiser.publish')}
          fields={[
            {
              kind: 'textArea',
              name: 'note',
              rows: 2,
              maxLength: TEXT_MAX.note,
              label: t('organiser.note'),
            },
          ]}
          onSend={publish}
        >
          <div className="max-w-sm">
            <ChoiceBar
              label={t('organiser.state')}
              options={[
                { value: 'provisional', label: t('season.provisional') },
                { value: 'official', label: t('season.official') },
              ]}
              value={status}
              onChange={setStatus}
            />
          </div>
        </MessageForm>
      </Section>
      <PartProblem query={query} />
      {query.data && query.data.length > 0 && (
        <Section title={t('organiser.versions')}>
          <ItemList
            label={t('organiser.versions')}
            items={query.data.map((one) => ({
              id: String(one.version),
              title: (
                <>
                  {t('organiser.versionNumber', { version: one.version })}
                  <Badge tone={one.status === 'official' ? 'good' : 'warning'}>
                    {t(one.status === 'official' ? 'season.official' : 'season.provisional')}
                  </Badge>
                </>
              ),
              detail: joinParts([formatDateTime(one.publishedAt, t.locale), one.note]),
            }))}
          />
        </Section>
      )}
      <Section title={t('organiser.takeAlong')}>
        <div className="flex flex-wrap gap-2">
          <ExportButtons season={season} />
        </div>
      </Section>
    </div>
  )
}
