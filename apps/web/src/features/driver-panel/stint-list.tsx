import type { Driver } from '@pitboard/contract/sessions/driver'
import { useText } from '../../messages/use-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { stintPaceMs } from '../live/lap-analysis.ts'
import { useCar } from '../race/use-live.ts'

const NO_STINTS: Driver['tyres'] = []

/** Lists the stints with their laps and their mean pace. */
export function StintList({ place }: { readonly place: number }) {
  const t = useText()
  const stints = useCar(place, (driver) => driver.tyres) ?? NO_STINTS
  if (stints.length === 0) return null
  return (
    <ol
      aria-label={t('panels.stints')}
      className="timing flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-3 py-1"
    >
      {stints.map(({ tyreCompound, endLap }, index) => {
        const firstLap = (stints[index - 1]?.endLap ?? 0) + 1
        return (
          <li key={index} className="flex items-center gap-1.5">
            <TyreBadge tyreCompound={tyreCompound} />
            {endLap === null
              ? t('panels.lapsSince', { lap: firstLap })
              : t('panels.lapsFromTo', { from: firstLap, to: endLap })}
            <StintPace place={place} index={index} />
          </li>
        )
      })}
    </ol>
  )
}

function StintPace({ place, index }: { readonly place: number; readonly index: number }) {
  const paceMs = useCar(place, (driver) => stintPaceMs(driver, index))
  return <span className="text-muted">{formatLapTime(paceMs)}</span>
}
