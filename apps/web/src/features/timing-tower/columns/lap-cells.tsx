import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import { useText } from '../../../messages/use-text.ts'
import { formatGap, formatLapTime, formatSectorTime } from '../../../timing/format-lap-time.ts'
import { LapTimeText, type TimeMark } from '../../../timing/lap-time-text.tsx'
import { TyreBadge } from '../../../timing/tyre-badge.tsx'
import { cutDeltaMs } from '../../live/cut-line.ts'
import { isFlying, projectionOf } from '../../live/lap-projection.ts'
import {
  bestLap,
  bestLapCompound,
  longRunPaceMs,
  runningDeltaMs,
  sectorDeltaMs,
  theoreticalBestMs,
} from '../../live/lap-analysis.ts'
import { sessionKind } from '@pitboard/contract/wire/session-kind'
import { carAt, sectorTimes, statusOf } from '../../race/standing.ts'
import { useCar } from '../../race/use-live.ts'
import { useFlash } from '../../race/use-flash.ts'
import { bestLapMark, lastLapMark, sectorMark } from './time-mark.ts'
import type { CellProps } from '../table/tower-cells.tsx'

export function LastLapCell({ place }: CellProps) {
  const timeMs = useCar(place, (driver) => driver.lastLapTimeMs)
  return <FlashingTime timeMs={timeMs} mark={useCar(place, lastLapMark)} />
}

export function BestLapCell({ place }: CellProps) {
  const timeMs = useCar(place, (driver) => driver.bestLapTimeMs)
  return <FlashingTime timeMs={timeMs} mark={useCar(place, bestLapMark)} />
}

/** A lap that is a best flashes when it comes. */
function FlashingTime({ timeMs, mark }: { readonly timeMs: number | null; mark: TimeMark }) {
  const isBest = mark === 'sessionBest' || mark === 'personalBest'
  const flash = useFlash(timeMs, isBest)
  return (
    <span ref={flash} className="rounded-s">
      <LapTimeText text={formatLapTime(timeMs)} mark={mark} />
    </span>
  )
}

interface SectorCellProps extends CellProps {
  readonly sector: 0 | 1 | 2
}

function SectorCell({ place, sector }: SectorCellProps) {
  const timeMs = useCar(place, (driver) => sectorTimes(driver)[sector] ?? null)
  const mark = useCar(place, (driver, session) => sectorMark(driver, session, sector))
  return <LapTimeText text={formatSectorTime(timeMs)} mark={mark} />
}

export const Sector1Cell = ({ place }: CellProps) => <SectorCell place={place} sector={0} />
export const Sector2Cell = ({ place }: CellProps) => <SectorCell place={place} sector={1} />
export const Sector3Cell = ({ place }: CellProps) => <SectorCell place={place} sector={2} />

export function LapsCell({ place }: CellProps) {
  return <>{useCar(place, (driver) => driver.numberOfLaps ?? driver.lapTimes.length) ?? '–'}</>
}

export function BestLapTyreCell({ place }: CellProps) {
  const compound = useCar(place, bestLapCompound)
  return compound === null ? <>–</> : <TyreBadge tyreCompound={compound} />
}

export function LongRunCell({ place }: CellProps) {
  return <>{formatLapTime(useCar(place, longRunPaceMs))}</>
}

export function TheoreticalBestCell({ place }: CellProps) {
  return <>{formatLapTime(useCar(place, theoreticalBestMs))}</>
}

/** Shows the last lap against the driver's own best; a lap that does not count has no difference. */
export function LapDeltaCell({ place }: CellProps) {
  const deltaMs = useCar(place, ({ lastLapTimeMs, bestLapTimeMs, lapTimes }) =>
    lastLapTimeMs === null || bestLapTimeMs === null || lapTimes.at(-1)?.invalidLap === true
      ? null
      : lastLapTimeMs - bestLapTimeMs,
  )
  return <>{formatGap(deltaMs, 3)}</>
}

/** Shows the running lap at its last sector line, against the best lap to beat. */
export function RunningDeltaCell({ place }: CellProps) {
  const deltaMs = useCar(place, (driver, session) =>
    runningDeltaMs(driver, lapToBeat(driver, session)),
  )
  return <DeltaText deltaMs={deltaMs} />
}

/** Shows a sector of the running lap, or of the last one until this lap has a sector, against that lap. */
function SectorDeltaCell({ place, sector }: SectorCellProps) {
  const deltaMs = useCar(place, (driver, session) => {
    const reference = lapToBeat(driver, session)
    return reference && sectorDeltaMs(driver, reference, sector)
  })
  return <DeltaText deltaMs={deltaMs} />
}

export const SectorDelta1Cell = ({ place }: CellProps) => (
  <SectorDeltaCell place={place} sector={0} />
)
export const SectorDelta2Cell = ({ place }: CellProps) => (
  <SectorDeltaCell place={place} sector={1} />
)
export const SectorDelta3Cell = ({ place }: CellProps) => (
  <SectorDeltaCell place={place} sector={2} />
)

function DeltaText({ deltaMs }: { readonly deltaMs: number | null }) {
  if (deltaMs === null) return <>–</>
  return (
    <span className={deltaMs < 0 ? 'font-semibold text-personal-best' : ''}>
      {formatGap(deltaMs, 3)}
    </span>
  )
}

/** Returns the best lap of the session, in a time trial the driver's own; null on a lap that cannot beat it. */
function lapToBeat(driver: Driver, session: LiveSession): Lap | null {
  if (driver.currentLapInvalid || driver.pitStatus > 0) return null
  const status = statusOf(driver, session)
  if (status === 'outLap' || status === 'inLap' || status === 'garage') return null
  const isTimeTrial = sessionKind(session.sessionType) === 'timeTrial'
  const rival = isTimeTrial ? driver : carAt(session, 1)
  return rival && bestLap(rival)
}

/** Shows what the driver lacks to advance, or is ahead of the first who does not. */
export function CutCell({ place }: CellProps) {
  const deltaMs = useCar(place, cutDeltaMs)
  return (
    <span className={deltaMs !== null && deltaMs > 0 ? 'text-secondary' : ''}>
      {formatGap(deltaMs, 3)}
    </span>
  )
}

/** Shows the position that the running lap is worth if it holds; shows nothing for a lap that improves nothing. */
export function HoldsCell({ place }: CellProps) {
  const t = useText()
  const position = useCar(place, (driver, session) => {
    const projection = isFlying(driver, session) ? projectionOf(driver, session) : null
    return projection?.isImprovement === true ? projection.position : null
  })
  return position === null ? null : (
    <b className="font-semibold">{t('screen.holdsAt', { position })}</b>
  )
}
