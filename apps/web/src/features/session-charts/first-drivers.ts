import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { placesGained } from '@pitboard/analysis/outcome/race-facts'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType } from '@pitboard/contract/wire/enumerations'

const CHOSEN_FIRST = 3

/**
 * Returns the drivers whom the charts show in colour before the reader chooses: the winner, the reader's own car and
 * the driver who gained most places, then others in the order of the result. Returns an empty list, which means
 * everybody, if there are no more drivers than these.
 */
export function firstDrivers(session: SessionDetail, ownDriverIdx: number | null): number[] {
  const order = resultOrder(session).filter((driver) => completedLapsOf(driver) > 0)
  if (order.length <= CHOSEN_FIRST) return []
  const [winner, ...others] = order
  const [most] = isRaceType(session.sessionType) ? placesGained(order) : []
  const chosen = [
    winner,
    order.find(({ driverIdx }) => driverIdx === ownDriverIdx),
    most && most.from > most.to ? most.driver : undefined,
    ...others,
  ].flatMap((driver) => driver?.driverIdx ?? [])
  return [...new Set(chosen)].slice(0, CHOSEN_FIRST)
}
