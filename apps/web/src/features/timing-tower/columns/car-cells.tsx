import { AidStatus, ErsMode, isRaceType } from '@pitboard/contract/wire/enumerations'
import { useText } from '../../../messages/use-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatFuelLaps, wearTone, worstWear } from '../../live/car-figures.ts'
import { useCar } from '../../race/use-live.ts'
import type { CellProps } from '../table/tower-cells.tsx'

/** Says what the game does not send, and whether the driver restricts it. */
function NotSent({ place }: CellProps) {
  const t = useText()
  const isPublic = useCar(place, (driver) => driver.telemetryPublic)
  if (isPublic !== false) return <>–</>
  return (
    <span className="text-faint" title={t('screen.restricted')}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('screen.restricted')}</span>
    </span>
  )
}

/** The figure is stronger while the driver deploys all there is. */
export function ErsCell({ place }: CellProps) {
  const percent = useCar(place, (driver) => driver.ersStorePercent)
  const isAttacking = useCar(place, (driver) => driver.ersDeployMode === ErsMode.Overtake)
  if (percent === null) return <NotSent place={place} />
  return <span className={isAttacking ? 'font-semibold text-good' : ''}>{percent} %</span>
}

export function FuelCell({ place }: CellProps) {
  const laps = useCar(place, (driver) => driver.fuelRemainingLaps)
  const isMargin = useCar(place, (_, session) => isRaceType(session.sessionType)) === true
  if (laps === null) return <NotSent place={place} />
  return <span className={laps < 0 ? 'text-bad' : ''}>{formatFuelLaps(laps, isMargin)}</span>
}

export function WearCell({ place }: CellProps) {
  const percent = useCar(place, ({ tyreWear }) => tyreWear && worstWear(tyreWear))
  if (percent === null) return <NotSent place={place} />
  return <span className={wearTone(percent)}>{percent} %</span>
}

/** Shows overtake mode where the car has it, else DRS: framed while available, filled while active. */
export function AidCell({ place }: CellProps) {
  const t = useText()
  const hasOvertakeMode = useCar(place, (driver) => driver.overtakeStatus !== null)
  const status = useCar(place, (driver) => driver.overtakeStatus ?? driver.drsStatus)
  if (status === null || status === AidStatus.Unavailable) return null
  const isActive = status === AidStatus.Active
  return (
    <Badge
      tone={isActive ? 'good' : 'plain'}
      solid={isActive}
      title={t(isActive ? 'screen.aidActive' : 'screen.aidAvailable')}
    >
      {t(hasOvertakeMode ? 'screen.overtakeMode' : 'screen.aid')}
      <span className="sr-only"> {t(isActive ? 'screen.aidActive' : 'screen.aidAvailable')}</span>
    </Badge>
  )
}
