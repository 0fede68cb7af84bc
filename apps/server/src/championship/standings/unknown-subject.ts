import type { Decision, SeasonInput } from './input.ts'
import { openLedger } from './ledger.ts'
import { createResolveName } from './resolve-name.ts'

/**
 * Which field of a decision names a car, a driver or a team that the season has not; null where it is
 * about one that there is. Before there are results, nobody can be said not to be there.
 */
export function unknownSubject(
  season: SeasonInput,
  { kind, sessionId, driverIdx, name }: Omit<Decision, 'id'>,
): 'driverIdx' | 'name' | null {
  if (sessionId !== null) {
    const sessions = season.events.flatMap((event) => event.sessions)
    const cars = sessions.find((session) => session.sessionId === sessionId)?.cars ?? []
    return isNone(cars, (car) => car.driverIdx === driverIdx) ? 'driverIdx' : null
  }
  const { drivers, teams } = openLedger(season)
  if (kind === 'teamPoints') return isNone(teams, (team) => team.key === name) ? 'name' : null
  const key = name === null ? null : createResolveName(season.aliases)(name)
  return isNone(drivers, (driver) => driver.key === key && !driver.isHidden) ? 'name' : null
}

function isNone<T>(items: readonly T[], isIt: (item: T) => boolean): boolean {
  return items.length > 0 && !items.some(isIt)
}
