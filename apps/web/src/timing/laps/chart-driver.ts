import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { driverCodes } from '../driver-codes.ts'
import { readableColour } from '../readable-colour.ts'

/** The charts show a driver so: the second of a team has a broken line. */
export interface ChartDriver {
  readonly driverIdx: number
  readonly name: string
  readonly code: string
  readonly colour: string
  readonly isSecond: boolean
}

/** Returns the drivers in the given order. */
export function chartDrivers(drivers: readonly Driver[]): ChartDriver[] {
  const codes = distinctCodes(driverCodes(drivers))
  const seen = new Set<string>()
  return drivers.map(({ driverIdx, name, teamColour }, place) => {
    const colour = readableColour(teamColour)
    const isSecond = seen.has(colour)
    seen.add(colour)
    return { driverIdx, name, code: itemAt(codes, place), colour, isSecond }
  })
}

/** Drivers who hide their names often share a number, too, so the second is "#2b". */
function distinctCodes(codes: readonly string[]): string[] {
  return codes.map((code, place) => {
    const before = codes.slice(0, place).filter((other) => other === code).length
    return before === 0 ? code : code + String.fromCodePoint('a'.charCodeAt(0) + before)
  })
}
