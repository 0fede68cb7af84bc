import type { SessionSummary } from '@pitboard/contract/session'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'

export function SessionList({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-l border border-line bg-panel">
      {sessions.map((session) => (
        <li key={session.id}>
          <Link
            to="/sessions/$sessionId"
            params={{ sessionId: session.id }}
            className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 hover:bg-raised"
          >
            <WeatherIcon weather={session.startWeather} />
            <span className="min-w-0">
              <span className="timing block truncate text-xl">
                {session.trackName}{' '}
                <span className="text-muted">{sessionTypeName(session.sessionType)}</span>
              </span>
              <span className="block truncate text-[0.9375rem] text-muted">
                {session.userName}
                {session.numberOfLaps > 0 && `, ${session.numberOfLaps} laps`}
              </span>
            </span>
            <time
              dateTime={session.sessionStartTime}
              className="text-right text-[0.9375rem] text-muted max-sm:max-w-24"
            >
              {formatDateTime(session.sessionStartTime)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}
