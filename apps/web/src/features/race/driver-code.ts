import type { Driver } from '@pitboard/contract/sessions/driver'
import { driverCodes } from '../../timing/driver-codes.ts'

const codesOf = new WeakMap<readonly Driver[], readonly string[]>()
let last: { readonly names: string; readonly codes: readonly string[] } = { names: '', codes: [] }

/** The code of the car at a place. Names hardly ever change, so that a tick finds the last answer. */
export function driverCode(drivers: readonly Driver[], place: number): string {
  const known = codesOf.get(drivers)
  if (known) return known[place] ?? '–'
  const names = drivers.map(({ name, carNumber }) => `${name}#${carNumber}`).join('\n')
  if (names !== last.names) last = { names, codes: driverCodes(drivers) }
  codesOf.set(drivers, last.codes)
  return last.codes[place] ?? '–'
}
