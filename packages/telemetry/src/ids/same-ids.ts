import { PenaltyType, ResultStatus, Weather } from '@pitboard/contract/enumerations'

/** The game counts these as the specification does, in every year. */
export const penaltyTypes = same(PenaltyType)
export const resultStatuses = same(ResultStatus)
export const weathers = same(Weather)

function same(enumeration: Readonly<Record<string, number>>): Readonly<Record<number, number>> {
  return Object.fromEntries(Object.values(enumeration).map((value) => [value, value]))
}
