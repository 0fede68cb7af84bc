import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/buttons/link.tsx'
import { SessionRow } from './session-row.tsx'

interface SessionListProps {
  readonly sessions: readonly ListedSession[]
  /** All are of one user, whom the page names already. */
  readonly ofOne?: boolean
}

export function SessionList({ sessions, ofOne = false }: SessionListProps) {
  return (
    <div className="@container">
      <Card as="ul" frame>
        {sessions.map((session) => (
          <li key={session.id} className="border-b border-line last:border-b-0">
            <RowLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
              <SessionRow session={session} title={<Title session={session} />} ofOne={ofOne} />
            </RowLink>
          </li>
        ))}
      </Card>
    </div>
  )
}

function Title({ session }: { readonly session: ListedSession }) {
  const t = useText()
  const { trackName, sessionType, highlights } = session
  return (
    <span className="timing text-subhead">
      {trackName}{' '}
      <span className="text-muted">
        {sessionName({ sessionType, raceKind: highlights?.raceKind ?? null }, t)}
      </span>
    </span>
  )
}
