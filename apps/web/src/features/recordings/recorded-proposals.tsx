import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { useEditedSeason } from '../season/edited-season.ts'
import { type ProposedEvent, proposeRecordings } from './recorded-links.ts'

const SessionPicker = lazyDialog(async () => (await import('./session-picker.tsx')).SessionPicker)

const LATEST = 50

/** The query's key begins with that of all recorded sessions, so that a change of them renews it. */
const latestRecordings = queryOptions({
  queryKey: ['sessions', 'own', 'latest'],
  queryFn: ({ signal }) =>
    call(sessions.currentUser, { query: { page: 1, pageSize: LATEST }, signal }),
  refetchInterval: 60_000,
})

/** Lists own recordings that fit an event; the choice opens with them, and shows their effect before it is saved. */
export function RecordedProposals() {
  const { season } = useEditedSeason()
  const t = useText()
  const { data } = useQuery(latestRecordings)
  const [opened, setOpened] = useState<ProposedEvent | null>(null)
  const proposed = proposeRecordings(data?.sessions ?? [], season)
  return (
    <>
      {proposed.length > 0 && (
        <section
          aria-label={t('organiser.recordedProposals')}
          className="rounded-l border border-line-strong bg-panel px-4 py-3"
        >
          <p className="text-small text-muted">{t('organiser.recordedProposed')}</p>
          <ul>
            {proposed.map((found) => {
              const round = season.events.indexOf(found.event) + 1
              const name = eventName(found.event)
              return (
                <li
                  key={found.event.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2"
                >
                  <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                    {found.sessions
                      .map(({ sessionType }) => sessionTypeName(sessionType, t))
                      .join(', ')}
                    <span className="block text-small text-muted">
                      {formatDateTime(itemAt(found.sessions, 0).sessionStartTime, t.locale)}
                    </span>
                  </span>
                  <Button size="small" onClick={() => setOpened(found)}>
                    {t('organiser.linkToRound', { round, name })}
                  </Button>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {opened && (
        <SessionPicker
          event={opened.event}
          proposedIds={opened.sessions.map(({ id }) => id)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
