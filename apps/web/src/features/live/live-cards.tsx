import type { LiveSummary } from '@pitboard/contract/live'
import { Link } from '@tanstack/react-router'
import { formatClock } from '../../timing/format-clock.ts'
import { isRace, sessionTypeName } from '../../timing/names.ts'
import { TrackShape } from '../../timing/track-shape.tsx'
import { WeatherIcon } from '../../timing/weather-icon.tsx'

export function LiveCards({ sessions }: { readonly sessions: readonly LiveSummary[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(19rem,1fr))]">
      {sessions.map((session) => (
        <li key={session.id} className="contents">
          <LiveCard session={session} />
        </li>
      ))}
    </ul>
  )
}

function LiveCard({ session }: { readonly session: LiveSummary }) {
  return (
    <Link
      to="/live/$sessionId"
      params={{ sessionId: session.id }}
      className="group flex max-w-2xl flex-col rounded-l border border-line bg-panel p-4 hover:border-primary"
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-2xl">
          {session.trackName}
          <span className="block text-base text-muted">{sessionTypeName(session.sessionType)}</span>
        </h3>
        <p className="timing flex shrink-0 items-center gap-1.5 font-semibold">
          <span
            aria-hidden="true"
            className={`size-2 rounded-full ${session.receiving ? 'live-dot bg-primary' : 'bg-secondary'}`}
          />
          {session.receiving ? 'Live' : 'No data'}
        </p>
      </div>
      <div className="my-3 h-32 text-muted group-hover:text-text">
        <TrackShape outline={session.trackOutline} label={`Outline of ${session.trackName}`} />
      </div>
      <dl className="timing mt-auto grid grid-cols-[auto_1fr_auto] gap-x-5 text-lg">
        <Fact name={isRace(session.sessionType) ? 'Lap' : 'Left'}>{progress(session)}</Fact>
        <Fact name="Leader">{session.leaderName ?? '–'}</Fact>
        <Fact name="Viewers">{session.viewers}</Fact>
      </dl>
      <div className="mt-3 flex items-center justify-between border-t border-line pt-3 text-[0.9375rem] text-muted">
        <span>
          {session.userName}, {session.numberOfDrivers} cars
        </span>
        <WeatherIcon weather={session.weather} />
      </div>
    </Link>
  )
}

function progress(session: LiveSummary): string {
  if (!isRace(session.sessionType)) return formatClock(session.sessionTimeLeft)
  const lap = session.currentLapNumber ?? 0
  return session.numberOfLaps > 0 ? `${lap} / ${session.numberOfLaps}` : String(lap)
}

function Fact({ name, children }: { name: string; children: string | number }) {
  return (
    <div className="min-w-0">
      <dt className="label">{name}</dt>
      <dd className="truncate">{children}</dd>
    </div>
  )
}
