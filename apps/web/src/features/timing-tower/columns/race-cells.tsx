import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import { useText } from '../../../messages/use-text.ts'
import { compoundOf } from '../../../timing/names.ts'
import { PlaceChange } from '../../live/place-change.tsx'
import { netPosition, servedSeconds } from '../../live/penalty-figures.ts'
import { useCar } from '../../race/use-live.ts'
import { useFlash } from '../../race/use-flash.ts'
import type { CellProps } from '../table/tower-cells.tsx'
import { lastStopLossMs } from './last-stop-loss.ts'
import { gapTrendMs } from './switching-gap.tsx'

export function NumberCell({ place }: CellProps) {
  return <>{useCar(place, (driver) => driver.carNumber) ?? '–'}</>
}

export function TeamCell({ place }: CellProps) {
  const team = useCar(place, (driver) => driver.team)
  return <span className="block truncate text-muted">{team === '' ? '–' : team}</span>
}

/** The cell compares the position with the grid; a start from the pit lane counts as one from behind all others. */
export function PlacesGainedCell({ place }: CellProps) {
  const t = useText()
  const gained = useCar(place, placesGained)
  if (gained === null) return <>–</>
  if (gained === 0) return <span className="text-faint">0</span>
  return (
    <span title={t(gained > 0 ? 'screen.placesGained' : 'screen.placesLost')}>
      <PlaceChange places={gained} />
    </span>
  )
}

function placesGained(
  { position, startingPosition }: Driver,
  { drivers }: LiveSession,
): number | null {
  if (position === null || startingPosition === null) return null
  return (startingPosition === 0 ? drivers.length : startingPosition) - position
}

/** Shown with one decimal, it is zero. */
const STEADY_MS = 50

/** Shows how the interval changed over the last lap: the arrow points to where it goes. */
export function TrendCell({ place }: CellProps) {
  const t = useText()
  const trendMs = useCar(place, (driver, session) => gapTrendMs(driver, session, false))
  if (trendMs === null) return <>–</>
  if (Math.abs(trendMs) < STEADY_MS) return <span className="text-faint">0.0</span>
  const isClosing = trendMs < 0
  return (
    <span
      className={isClosing ? '' : 'text-faint'}
      title={t(isClosing ? 'screen.closing' : 'screen.fallingBack')}
    >
      <span aria-hidden="true">{isClosing ? '↓' : '↑'}</span>
      <span className="sr-only">{isClosing ? '−' : '+'}</span>
      {(Math.abs(trendMs) / 1000).toFixed(1)}
    </span>
  )
}

/** Shows the compounds of the stints before this one with their laps, the latest first. */
export function StintsCell({ place }: CellProps) {
  const t = useText()
  const stints = useCar(place, earlierStints)
  if (!stints) return <>–</>
  return (
    <span className="flex gap-1.5 overflow-hidden">
      {stints.split(',').map((stint, index) => {
        const [compound = '', laps = ''] = stint.split(' ')
        const { letter, name, colour } = compoundOf(Number(compound))
        return (
          <span key={index} title={t('screen.stintOf', { compound: t(name), count: Number(laps) })}>
            <span aria-hidden="true" style={{ color: colour }}>
              {letter}
            </span>
            <span className="sr-only">{t(name)}</span> <span className="text-muted">{laps}</span>
          </span>
        )
      })}
    </span>
  )
}

/** Writes the earlier stints as a text, which changes only when a stint has ended. */
function earlierStints({ tyres }: Driver): string {
  let firstLap = 1
  const stints: string[] = []
  for (const { tyreCompound, endLap } of tyres) {
    if (endLap === null) break
    stints.push(`${tyreCompound} ${endLap - firstLap + 1}`)
    firstLap = endLap + 1
  }
  return stints.toReversed().join()
}

/** Shows the number of stops, and what the last one cost. */
export function StopsCell({ place }: CellProps) {
  const t = useText()
  const stops = useCar(place, (driver) => driver.pitStops.length)
  const lossMs = useCar(place, (driver, session) => lastStopLossMs(driver, session, place))
  return (
    <span className="flex gap-2">
      {stops}
      <span className="text-muted" title={t('screen.lastStopLoss')}>
        {lossMs !== null && (lossMs / 1000).toFixed(1)}
      </span>
    </span>
  )
}

/** Shows open penalties first; what is served is dimmed. */
export function PenaltiesCell({ place }: CellProps) {
  const t = useText()
  const seconds = useCar(place, (driver) => driver.totalPenaltiesSeconds) ?? 0
  const served = useCar(place, servedSeconds) ?? 0
  const driveThroughs = useCar(place, (driver) => driver.unservedDriveThroughs) ?? 0
  const stopGos = useCar(place, (driver) => driver.unservedStopGos) ?? 0
  const open = [
    seconds > 0 ? t('screen.penaltySeconds', { seconds }) : '',
    countOf(driveThroughs, 'DT'),
    countOf(stopGos, 'SG'),
  ].filter((part) => part !== '')
  const flash = useFlash(open.join(' '), open.length > 0)
  return (
    <span ref={flash} className="rounded-s text-secondary">
      {open.join(' ')}
      {served > 0 && (
        <span className="text-faint" title={t('screen.served')}>
          {' '}
          <s>{t('screen.seconds', { seconds: served })}</s>
          <span className="sr-only"> ({t('screen.served')})</span>
        </span>
      )}
    </span>
  )
}

function countOf(penalties: number, sign: string): string {
  if (penalties === 0) return ''
  return penalties === 1 ? sign : `${penalties}${sign}`
}

export function NetPositionCell({ place }: CellProps) {
  const net = useCar(place, netPosition)
  const isSame = useCar(
    place,
    (driver, session) => netPosition(driver, session) === driver.position,
  )
  return (
    <span className={isSame ? 'text-faint' : 'font-semibold text-secondary'}>{net ?? '–'}</span>
  )
}

export function WarningsCell({ place }: CellProps) {
  return <>{useCar(place, (driver) => driver.totalWarnings)}</>
}

const KMH_PER_METRE_PER_SECOND = 3.6

export function SpeedCell({ place }: CellProps) {
  const speed = useCar(place, ({ velocity }) =>
    velocity === null
      ? null
      : Math.round(Math.hypot(velocity.x, velocity.y, velocity.z) * KMH_PER_METRE_PER_SECOND),
  )
  return <>{speed ?? '–'}</>
}
