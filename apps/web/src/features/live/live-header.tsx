import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { ConnectionState } from './connection-state.tsx'
import { leaderLap } from './standing.ts'
import { useLive } from './use-live.ts'
import { PageTitle } from '../../ui/shell/not-found.tsx'

export function LiveHeader() {
  const text = useText()
  const trackName = useLive((session) => session.trackName)
  const sessionType = useLive((session) => session.sessionType) ?? 0
  const userName = useLive((session) => session.userName) ?? ''
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <ConnectionState />
        <h1 className="text-3xl break-words sm:text-4xl">
          {trackName} <span className="text-muted">{sessionTypeName(sessionType, text)}</span>
        </h1>
        <p className="flex flex-wrap gap-x-4 text-small text-muted">
          <span className="wrap-anywhere">{text('live.recordedBy', { name: userName })}</span>
          <Viewers />
        </p>
      </div>
      <div className="flex items-center gap-4">
        <span className="md:hidden">
          <WeatherNow />
        </span>
        {isRaceType(sessionType) ? <LapCounter /> : <TimeLeft />}
      </div>
    </header>
  )
}

function Viewers() {
  const text = useText()
  const count = useLive((session) => session.viewers) ?? 0
  return <span className="whitespace-nowrap tabular-nums">{text('live.viewers', { count })}</span>
}

function WeatherNow() {
  return <WeatherIcon weather={useLive((session) => session.weather) ?? -1} />
}

function LapCounter() {
  const text = useText()
  const lap = useLive(leaderLap) ?? 0
  const laps = useLive((session) => session.numberOfLaps) ?? 0
  return (
    <p className="timing flex items-baseline gap-2 text-4xl leading-none font-semibold">
      <span className="label">{text('live.lap')}</span>
      <span>
        {laps > 0 ? Math.min(lap, laps) : lap}
        {laps > 0 && <span className="text-muted"> / {laps}</span>}
      </span>
    </p>
  )
}

function TimeLeft() {
  const text = useText()
  const seconds = useLive((session) => session.sessionTimeLeft) ?? 0
  return (
    <p className="timing flex items-baseline gap-2 text-4xl leading-none font-semibold">
      <span className="label">{text('live.timeLeft')}</span>
      {formatClock(seconds)}
    </p>
  )
}

export function LiveTitle() {
  const text = useText()
  const track = useLive((session) => session.trackName) ?? ''
  const sessionType = useLive((session) => session.sessionType) ?? 0
  const session = sessionTypeName(sessionType, text)
  return <PageTitle page={text('live.liveTitle', { track, session })} />
}
