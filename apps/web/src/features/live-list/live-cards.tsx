import type { LiveSummary } from '@pitboard/contract/live/live'
import type { RaceFlag } from '@pitboard/contract/live/race-flag'
import type { ReactNode } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { endsByTime } from '@pitboard/contract/wire/session-kind'
import { TrackShape } from '../../timing/track-shape.tsx'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardLink } from '../../ui/buttons/link.tsx'
import type { Outline } from '@pitboard/analysis/track/track-geometry'
import { fullestOutlines } from './fullest-outlines.ts'
import { Leaders } from './leaders.tsx'
import { progressOf } from './session-progress.ts'

export function LiveCards({ sessions }: { readonly sessions: readonly LiveSummary[] }) {
  const outlines = fullestOutlines(sessions)
  return (
    <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(19rem,1fr))]">
      {sessions.map((session) => (
        <li key={session.id}>
          <LiveCard
            session={session}
            outline={outlines.get(session.trackId) ?? session.trackOutline}
          />
        </li>
      ))}
    </ul>
  )
}

interface LiveCardProps {
  readonly session: LiveSummary
  readonly outline: Outline
}

function LiveCard({ session, outline }: LiveCardProps) {
  const t = useText()
  const flag = session.flag && FLAGS[session.flag]
  const [season] = session.seasons
  return (
    <CardLink to="/live/$sessionId" params={{ sessionId: session.id }}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words" title={season?.name}>
          {session.trackName}
          <span className="block truncate text-body text-muted">
            {sessionName(session, t)}
            {season && ` · ${season.name}`}
          </span>
        </h2>
        <Badge tone={session.receiving ? 'live' : 'warning'} solid={session.receiving}>
          {t(session.receiving ? 'live.onAir' : 'live.silent')}
        </Badge>
      </div>
      <div className="relative my-3 h-32 text-muted transition-colors group-hover:text-text">
        <TrackShape outline={outline} trackName={session.trackName} />
        {flag && (
          <span className="absolute bottom-0 left-0">
            <Badge tone={flag.tone} solid>
              {t(flag.text)}
            </Badge>
          </span>
        )}
      </div>
      <dl className="timing mt-auto text-timing">
        <Fact name={t(endsByTime(session.sessionType) ? 'live.left' : 'live.lap')}>
          {progressOf(session)}
        </Fact>
      </dl>
      <Leaders session={session} />
      <div className="mt-3 flex items-center gap-4 border-t border-line pt-3 text-small text-muted">
        <span className="min-w-0 flex-1 truncate">
          {t('live.byWithCars', { name: session.userName, count: session.numberOfDrivers })}
        </span>
        <span className="flex items-center gap-1.5 tabular-nums">
          <Icon name="eye" />
          <span aria-hidden="true">{session.viewers}</span>
          <span className="sr-only">{t('live.viewers', { count: session.viewers })}</span>
        </span>
        <WeatherIcon weather={session.weather ?? -1} />
      </div>
    </CardLink>
  )
}

const FLAGS: Readonly<Record<RaceFlag, { readonly text: PlainKey; readonly tone: BadgeTone }>> = {
  red: { text: 'live.redFlag', tone: 'bad' },
  safetyCar: { text: 'live.safetyCar', tone: 'warning' },
  virtualSafetyCar: { text: 'live.virtualSafetyCar', tone: 'warning' },
  formationLap: { text: 'live.formationLap', tone: 'warning' },
  chequered: { text: 'live.chequeredFlag', tone: 'strong' },
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label">{name}</dt>
      <dd className="truncate">{children}</dd>
    </div>
  )
}
