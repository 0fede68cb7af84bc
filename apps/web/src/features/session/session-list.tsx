import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime, formatTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/buttons/link.tsx'

interface SessionListProps {
  readonly sessions: readonly SessionSummary[]
  /** All of one user, whom the page names already. */
  readonly ofOne?: boolean
}

export function SessionList({ sessions, ofOne = false }: SessionListProps) {
  return (
    <Card as="ul" frame>
      {sessions.map((session) => (
        <li key={session.id} className="border-b border-line last:border-b-0">
          <SessionLine session={session} ofOne={ofOne} />
        </li>
      ))}
    </Card>
  )
}

function SessionLine({
  session,
  ofOne,
}: {
  readonly session: SessionSummary
  readonly ofOne: boolean
}) {
  const text = useText()
  const { userName, numberOfLaps, sessionStartTime } = session
  const facts = [
    ofOne ? '' : userName,
    numberOfLaps ? text('session.lapCount', { count: numberOfLaps }) : '',
  ]
  return (
    <RowLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
      {/* Where the weather is not known, its place stays. */}
      <span className={session.startWeather === null ? 'invisible' : ''}>
        <WeatherIcon weather={session.startWeather ?? 0} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="timing block truncate text-subhead">
          {session.trackName}{' '}
          <span className="text-muted">{sessionTypeName(session.sessionType, text)}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small text-muted">
          <span className="min-w-0 truncate">{facts.filter((fact) => fact !== '').join(', ')}</span>
          {session.origin !== undefined && <Badge>{text('session.byHand')}</Badge>}
        </span>
      </span>
      <time
        dateTime={sessionStartTime}
        className="shrink-0 text-right text-small text-muted tabular-nums"
      >
        <span className="max-sm:hidden">{formatDateTime(sessionStartTime, text.locale)}</span>
        <span className="sm:hidden">
          {formatDate(sessionStartTime, text.locale)}
          <br />
          {formatTime(sessionStartTime, text.locale)}
        </span>
      </time>
    </RowLink>
  )
}
