import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { ClassifiedCar } from './classify.ts'
import type { DriverVotes } from './input.ts'

/** Only who drove can be the driver of the day, and not who was disqualified. */
export function mayBeDriverOfTheDay({
  resultStatus,
}: Pick<ClassifiedCar, 'resultStatus'>): boolean {
  return resultStatus > ResultStatus.Inactive && resultStatus !== ResultStatus.Disqualified
}

/**
 * Returns the car with most votes. Of several with as many it is the one that finished ahead; those without a place,
 * who are behind, share the title.
 */
export function findDriversOfTheDay<Car extends ClassifiedCar>(
  cars: readonly Car[],
  votes: readonly DriverVotes[],
): Car[] {
  const counts = new Map(votes.map((one) => [one.driverIdx, one.votes]))
  const votesOf = ({ car }: Car) => counts.get(car.driverIdx) ?? 0
  const eligible = cars.filter((one) => mayBeDriverOfTheDay(one) && votesOf(one) > 0)
  const most = Math.max(...eligible.map(votesOf))
  const level = eligible.filter((one) => votesOf(one) === most)
  const best = Math.min(...level.map(({ position }) => position ?? Infinity))
  return level.filter(({ position }) => (position ?? Infinity) === best)
}
