import { itemAt } from '@pitboard/contract/wire/item-at'

interface Named {
  readonly name: string
  readonly carNumber: number | null
}

/**
 * Returns the three letters a timing screen shows for each driver. Two who would share a code get their car numbers
 * instead, as does a name without letters; without numbers they share it.
 */
export function driverCodes(drivers: readonly Named[]): string[] {
  const codes = drivers.map((driver) => lettersOf(driver.name))
  const seen = new Map<string, number>()
  for (const code of codes) seen.set(code, (seen.get(code) ?? 0) + 1)
  return drivers.map(({ name, carNumber }, place) => {
    const code = itemAt(codes, place)
    const isShared = seen.get(code) !== 1
    if (code !== '' && !isShared) return code
    if (carNumber !== null) return `#${carNumber}`
    return code === '' ? name.slice(0, 3) : code
  })
}

/** Returns the letters of the last name, or of what looks most like one ("xX_Speedy_Xx"). */
function lettersOf(name: string): string {
  const words = wordsOf(name).filter((word) => word.length > 0)
  const chosen = words.findLast((word) => word.length >= 3) ?? words.at(-1) ?? ''
  return chosen.slice(0, 3).toUpperCase()
}

/** All letters of the world are costly to look for; most names need none but those of ASCII. */
function wordsOf(name: string): string[] {
  if (/^[ -~]*$/.test(name)) return name.split(/[^a-z]+/i)
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
}
