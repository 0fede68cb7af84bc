import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime, formatSectorTime } from '../../timing/format-lap-time.ts'
import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { compoundOfLap } from '../live/lap-analysis.ts'
import { useCar } from '../race/use-live.ts'

interface LapListProps {
  readonly place: number
  /** The laps are compared with this driver's; null stands for nobody. */
  readonly rivalPlace: number | null
}

const HEADS: readonly PlainKey[] = [
  'live.lap',
  'panels.time',
  'screen.sectorShort1',
  'screen.sectorShort2',
  'screen.sectorShort3',
  'live.tyre',
]
const NO_LAPS: Driver['lapTimes'] = []

/** Lists all laps, newest first, with the difference to a rival's. */
export function LapList({ place, rivalPlace }: LapListProps) {
  const t = useText()
  const laps = useCar(place, (driver) => driver.lapTimes) ?? NO_LAPS
  const bestMs = useCar(place, (driver) => driver.bestLapTimeMs)
  const rivalLaps = useCar(rivalPlace ?? -1, (driver) => driver.lapTimes)
  const heads: readonly PlainKey[] = rivalPlace === null ? HEADS : [...HEADS, 'panels.difference']
  return (
    <table className="timing w-full text-right">
      <thead>
        <tr className="label">
          {heads.map((head) => (
            <th key={head} scope="col" className="px-1.5 py-0.5 font-medium first:pl-3">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {laps
          .map((lap, index) => ({ lap, lapNumber: index + 1 }))
          .toReversed()
          .map(({ lap, lapNumber }) => (
            <LapRow
              key={lapNumber}
              place={place}
              lap={lap}
              lapNumber={lapNumber}
              isBest={lap.lapTime !== null && lap.lapTime === bestMs}
              rivalLap={rivalPlace === null ? null : (rivalLaps?.[lapNumber - 1] ?? 'unknown')}
            />
          ))}
      </tbody>
    </table>
  )
}

interface LapRowProps {
  readonly place: number
  readonly lap: Lap
  readonly lapNumber: number
  readonly isBest: boolean
  /** It is null if nobody is compared. */
  readonly rivalLap: Lap | 'unknown' | null
}

function LapRow({ place, lap, lapNumber, isBest, rivalLap }: LapRowProps) {
  const compound = useCar(place, (driver) => compoundOfLap(driver, lapNumber))
  const bestMark = isBest ? 'personalBest' : null
  return (
    <tr className="border-t border-line">
      <td className="py-0.5 pl-3 text-faint">{lapNumber}</td>
      <td className="px-1.5">
        <LapTimeText
          text={formatLapTime(lap.lapTime)}
          mark={lap.invalidLap ? 'invalid' : bestMark}
        />
      </td>
      {[lap.sector1Time, lap.sector2Time, lap.sector3Time].map((timeMs, sector) => (
        <td key={sector} className="px-1.5 text-muted">
          {formatSectorTime(timeMs)}
        </td>
      ))}
      <td className="px-1.5">{compound === null ? '–' : <TyreBadge tyreCompound={compound} />}</td>
      {rivalLap !== null && (
        <td className="pr-3 pl-1.5">
          {formatGap(rivalLap === 'unknown' ? null : differenceMs(lap, rivalLap), 3)}
        </td>
      )}
    </tr>
  )
}

function differenceMs(lap: Lap, rivalLap: Lap): number | null {
  return lap.lapTime === null || rivalLap.lapTime === null ? null : lap.lapTime - rivalLap.lapTime
}
