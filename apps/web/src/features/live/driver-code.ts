import type { Driver } from '@pitboard/contract/driver'
import { driverCodes } from '../../timing/driver-codes.ts'

let known: { readonly key: string; readonly codes: readonly string[] } = { key: '', codes: [] }

/** The code of the car at a place. Names hardly ever change, so that a tick finds the last answer. */
export function driverCode(drivers: readonly Driver[], place: number): string {
  const key = drivers.map(({ name, carNumber }) => `${name}#${carNumber}`).join()
  if (key !== known.key) known = { key, codes: driverCodes(drivers) }
  return known.codes[place] ?? '–'
}
