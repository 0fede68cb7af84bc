import type { SessionDetail } from '@pitboard/contract/session'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName, weatherName } from '../../timing/names.ts'
import { TrackShape } from '../../timing/track-shape.tsx'
import { WeatherIcon } from '../../timing/weather-icon.tsx'

export function SessionHeader({ session }: { readonly session: SessionDetail }) {
  return (
    <header className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <p className="text-muted">
          <time dateTime={session.sessionStartTime}>
            {formatDateTime(session.sessionStartTime)}
          </time>
          {', recorded by '}
          {session.userName}
        </p>
        <h1 className="text-3xl break-words sm:text-4xl">
          {session.trackName}{' '}
          <span className="text-muted">{sessionTypeName(session.sessionType)}</span>
        </h1>
        <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
          <Fact name="Result">{session.classification === 'final' ? 'Final' : 'Provisional'}</Fact>
          {session.numberOfLaps > 0 && <Fact name="Distance">{session.numberOfLaps} laps</Fact>}
          <Fact name="Weather at the start">
            <span className="flex items-center gap-1.5">
              <WeatherIcon weather={session.startWeather} />
              {weatherName(session.startWeather)}
            </span>
          </Fact>
          <Fact name="Track / air">
            {session.startTrackTemp} / {session.startAirTemp} °C
          </Fact>
          <Fact name="Safety cars">{safetyCars(session)}</Fact>
          <Fact name="Overtakes">{session.overtakes.length}</Fact>
          <Fact name="Game">
            {session.gameVersion}
            {session.gameBuild !== '' && <span className="text-muted"> ({session.gameBuild})</span>}
          </Fact>
        </dl>
        <Completeness session={session} />
      </div>
      <div className="h-32 w-52 text-muted max-md:hidden">
        <TrackShape outline={session.trackOutline} label={`Outline of ${session.trackName}`} />
      </div>
    </header>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="timing text-lg">{children}</dd>
    </div>
  )
}

function safetyCars(session: SessionDetail): string {
  const parts = [
    [session.numberOfSafetyCars, 'full'],
    [session.numberOfVirtualSafetyCars, 'virtual'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`)
  if (session.numberOfRedFlags > 0) said.push(`red flag ×${session.numberOfRedFlags}`)
  return said.length === 0 ? 'None' : said.join(', ')
}

/** Says what the recording lacks, and nothing where it lacks nothing. */
function Completeness({ session: { completeness } }: { readonly session: SessionDetail }) {
  const { framesSeen, lapsMissing, hiddenNames, restrictedDrivers, classification } = completeness
  const lacks = [
    classification === 'provisional' &&
      'The game sent no final classification; the order comes from the last laps.',
    framesSeen < 0.995 && `${Math.floor(framesSeen * 100)} % of the telemetry arrived.`,
    lapsMissing > 0 && `Lap times missing: ${lapsMissing}.`,
    hiddenNames > 0 && `Drivers who hide their names: ${hiddenNames}.`,
    restrictedDrivers > 0 && `Drivers who restrict their telemetry: ${restrictedDrivers}.`,
  ].filter((line) => line !== false)
  if (lacks.length === 0) return null
  return (
    <p className="mt-4 border-l-2 border-secondary pl-3 text-[0.9375rem] text-muted">
      {lacks.join(' ')}
    </p>
  )
}
