import { useText } from '../../../messages/use-text.ts'
import { useStore } from '../../../state/store.ts'
import { formatPoints } from '../../../timing/format-points.ts'
import { PlaceChange } from '../../live/place-change.tsx'
import { liveSeason } from '../../live/live-season.ts'
import { useCar } from '../../race/use-live.ts'
import type { CellProps } from '../table/tower-cells.tsx'

/** Shows points in the championship if the session ended now, with the places that they gain or lose. */
export function SeasonPointsCell({ place }: CellProps) {
  const t = useText()
  const driverIdx = useCar(place, (driver) => driver.driverIdx)
  const season = useStore(liveSeason)
  const own = season?.points?.get(driverIdx ?? -1)
  if (!own) return <>–</>
  const { isExact } = season ?? {}
  const position = t('screen.seasonPosition', { position: own.position })
  return (
    <span
      title={isExact ? position : `${position}. ${t('screen.pointsChange')}`}
      data-changing={isExact === false}
      className={isExact ? '' : 'text-muted underline decoration-dotted underline-offset-4'}
    >
      {formatPoints(own.points, t.locale)}
      <span className="inline-block w-[1.6em]">
        <PlaceChange places={own.positionsGained} />
      </span>
    </span>
  )
}
