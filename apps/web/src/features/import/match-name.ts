import { itemAt } from '@pitboard/contract/wire/item-at'

/**
 * Returns the known name that a name of a table means: the same, else the only one that is the same without case,
 * accents and signs, else the only one with a typo. Returns null for a new one.
 */
export function matchName(name: string, known: readonly string[]): string | null {
  if (known.includes(name)) return name
  const letters = lettersOf(name)
  const same = known.filter((other) => lettersOf(other) === letters)
  const [only, another] =
    same.length > 0 ? same : known.filter((other) => isTypo(letters, lettersOf(other)))
  return another === undefined ? (only ?? null) : null
}

function lettersOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A typo is one letter in five, two at most; drivers may differ in a number alone. */
function isTypo(one: string, other: string): boolean {
  const allowed = Math.min(2, Math.floor(Math.min(one.length, other.length) / 5))
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return false
  return digitsOf(one) === digitsOf(other) && countDifferences(one, other) <= allowed
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Returns how many letters differ, are missing or are too many. */
function countDifferences(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of one.split('').entries()) {
    const costs = [row + 1]
    for (const [at, rival] of other.split('').entries()) {
      const replaced = itemAt(before, at) + (letter === rival ? 0 : 1)
      costs.push(Math.min(replaced, itemAt(before, at + 1) + 1, itemAt(costs, at) + 1))
    }
    before = costs
  }
  return itemAt(before, other.length)
}
