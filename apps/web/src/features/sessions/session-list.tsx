import type { SessionSummary } from '@pitboard/contract/session'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/link.tsx'

export function SessionList({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  return (
    <Card as="ul" frame>
      {sessions.map((session) => (
        <li key={session.id} className="border-b border-line last:border-b-0">
          <SessionLine session={session} />
        </li>
      ))}
    </Card>
  )
}

function SessionLine({ session }: { readonly session: SessionSummary }) {
  const text = useText()
  const laps = text('session.lapCount', { count: session.numberOfLaps })
  return (
    <RowLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
      <WeatherIcon weather={session.startWeather} />
      <span className="min-w-0 flex-1">
        <span className="timing block truncate text-xl">
          {session.trackName}{' '}
          <span className="text-muted">{sessionTypeName(session.sessionType, text)}</span>{' '}
          {session.origin !== undefined && <Badge>{text('session.byHand')}</Badge>}
        </span>
        <span className="block truncate text-small text-muted">
          {session.userName}
          {session.numberOfLaps > 0 && `, ${laps}`}
        </span>
      </span>
      <time
        dateTime={session.sessionStartTime}
        className="shrink-0 text-right text-small text-muted max-sm:max-w-24"
      >
        {formatDateTime(session.sessionStartTime, text.locale)}
      </time>
    </RowLink>
  )
}
