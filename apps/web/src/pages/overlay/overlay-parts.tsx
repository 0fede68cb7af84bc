import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { SessionHeading, SessionProgress } from '../../features/live/session-progress.tsx'
import { isInBattle, standingOf } from '../../features/race/standing.ts'
import { useLive } from '../../features/race/use-live.ts'
import { FlagSign } from '../../features/race-control/flag-sign.tsx'
import { latestOfficial } from '../../features/race-control/session-feed.ts'
import { useEventText } from '../../features/race-control/use-event-text.ts'
import {
  DriverCell,
  IntervalCell,
  PositionCell,
} from '../../features/timing-tower/table/tower-cells.tsx'
import { useText } from '../../messages/use-text.ts'

/** The strip shows which session it is, its progress and the flag. */
export function SessionStrip() {
  return (
    <header className="overlay-panel flex items-center gap-6 px-4 py-2">
      <SessionHeading />
      <SessionProgress />
      <FlagSign />
    </header>
  )
}

const LEADERS = 5

/** Shows the first cars side by side. */
export function LeaderStrip() {
  const t = useText()
  const order = useLive((session) => standingOf(session).order.slice(0, LEADERS).join()) ?? ''
  const places = order === '' ? [] : order.split(',').map(Number)
  return (
    <ol aria-label={t('overlay.leaders')} className="overlay-panel flex gap-6 px-4 py-2">
      {places.map((place) => (
        <li key={place}>
          <OverlayCar place={place} />
        </li>
      ))}
    </ol>
  )
}

/** Shows the best-placed cars within a second of each other; shows nothing while nobody fights. */
export function BattleStrip() {
  const t = useText()
  const ahead = useLive((session) => battleOf(session)?.ahead ?? null)
  const behind = useLive((session) => battleOf(session)?.behind ?? null)
  const position = useLive(({ drivers }) => drivers[ahead ?? -1]?.position ?? null)
  if (ahead === null || behind === null || position === null) return null
  return (
    <section className="overlay-panel flex items-center gap-6 px-4 py-2">
      <h2 className="label">{t('overlay.battleFor', { position })}</h2>
      <OverlayCar place={ahead} hasInterval={false} />
      <OverlayCar place={behind} />
    </section>
  )
}

function battleOf(session: LiveSession): { ahead: number; behind: number } | null {
  const { order } = standingOf(session)
  const index = order.findIndex((place) => {
    const driver = session.drivers[place]
    return driver !== undefined && isInBattle(driver, session)
  })
  const [ahead, behind] = order.slice(index - 1, index + 1)
  return index < 1 || ahead === undefined || behind === undefined ? null : { ahead, behind }
}

interface OverlayCarProps {
  readonly place: number
  readonly hasInterval?: boolean
}

function OverlayCar({ place, hasInterval = true }: OverlayCarProps) {
  return (
    <span className="timing flex items-center gap-2 text-subhead">
      <b className="font-semibold">
        <PositionCell place={place} />
      </b>
      {/* The cell fills its place, which has none of its own. */}
      <span className="w-17">
        <DriverCell place={place} />
      </span>
      {hasInterval && <IntervalCell place={place} />}
    </span>
  )
}

const MESSAGE_MS = 15_000

/** Shows what race control announced last, for a while. */
export function RaceControlMessage() {
  const describe = useEventText()
  const event = useLive(recentMessage)
  if (!event) return null
  return (
    <p key={event.seq} className="overlay-panel timing px-4 py-2 text-subhead font-semibold">
      {describe(event)}
    </p>
  )
}

function recentMessage({ events, sessionTimeMs }: LiveSession): SessionEvent | null {
  const event = latestOfficial(events)
  return event !== null && sessionTimeMs - event.timeMs < MESSAGE_MS ? event : null
}
