import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { finalTimeMs, placeOf } from './result-order.ts'

/** Counts cars on the same lap that crossed the line after the driver and are ahead in the result. */
export function placesLostByPenalties(
  { drivers }: Pick<SessionDetail, 'drivers'>,
  driver: Driver,
): number {
  const [place, timeMs, finalMs] = [placeOf(driver), driver.totalRaceTime, finalTimeMs(driver)]
  if (place === null || timeMs === null || finalMs === null) return 0
  if (driver.resultStatus !== ResultStatus.Finished) return 0
  return drivers.filter((other) => {
    const [otherPlace, otherFinalMs] = [placeOf(other), finalTimeMs(other)]
    return (
      otherPlace !== null &&
      otherPlace < place &&
      other.resultStatus === ResultStatus.Finished &&
      other.numberOfLaps === driver.numberOfLaps &&
      other.totalRaceTime !== null &&
      other.totalRaceTime > timeMs &&
      otherFinalMs !== null &&
      otherFinalMs <= finalMs
    )
  }).length
}
