import type { LiveSummary } from '@pitboard/contract/live/live'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionName } from '../../timing/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'

/** Shows who is driving now, and how many viewers each has. */
export function LiveSessions({ sessions }: { readonly sessions: readonly LiveSummary[] }) {
  const t = useText()
  if (sessions.length === 0) return <p className="text-muted">{t('operation.liveNone')}</p>
  return (
    <ItemList
      label={t('operation.live')}
      items={sessions.map((session) => ({
        id: session.id,
        title: (
          <>
            <TextLink to="/live/$sessionId" params={{ sessionId: session.id }}>
              {session.trackName}, {sessionName(session, t)}
            </TextLink>
            {!session.receiving && <Badge tone="warning">{t('operation.silent')}</Badge>}
          </>
        ),
        detail: [
          session.userName,
          t('operation.since', { date: formatDateTime(session.sessionStartTime, t.locale) }),
          t('operation.viewers', { count: session.viewers }),
        ].join(', '),
      }))}
    />
  )
}
