import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { placesGained } from '@pitboard/analysis/outcome/race-facts'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType } from '@pitboard/contract/wire/enumerations'

const CHOSEN_FIRST = 3

/**
 * Whom the charts show in colour before somebody chooses: the winner, the own car, and who gained most
 * places, filled up in the order of the result. Empty, which is everybody, where there are no more.
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
