import { useText } from '../../../messages/use-text.ts'
import { useStore } from '../../../state/store.ts'
import { formatPoints } from '../../../timing/format-points.ts'
import { liveSeason } from '../../live/live-season.ts'
import { useCar } from '../../live/use-live.ts'
import type { CellProps } from '../table/tower-cells.tsx'

/** Points in the championship if the session ended now, with the places that they gain or lose. */
export function SeasonPointsCell({ place }: CellProps) {
  const text = useText()
  const driverIdx = useCar(place, (driver) => driver.driverIdx)
  const season = useStore(liveSeason)
  const own = season?.points?.get(driverIdx ?? -1)
  if (!own) return <>–</>
  const gained = own.positionsGained ?? 0
  return (
    <span title={text('screen.seasonPosition', { position: own.position })}>
      {formatPoints(own.points, text.locale)}
      <span className="inline-block w-[1.6em]">
        {gained !== 0 && (
          <>
            <span aria-hidden="true" className={gained > 0 ? 'text-good' : 'text-bad'}>
              {gained > 0 ? '▲' : '▼'}
            </span>
            <span className="sr-only">{gained > 0 ? '+' : '−'}</span>
            {Math.abs(gained)}
          </>
        )}
      </span>
    </span>
  )
}
