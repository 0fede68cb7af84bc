import { itemAt } from '@pitboard/contract/wire/item-at'

/**
 * Returns whether a version of three numbers comes after another; returns false for anything else, such as a version
 * with a suffix.
 */
export function isNewer(version: string, present: string): boolean {
  const [wanted, known] = [readNumbers(version), readNumbers(present)]
  if (wanted === null || known === null) return false
  for (const [place, number] of wanted.entries()) {
    const difference = number - itemAt(known, place)
    if (difference !== 0) return difference > 0
  }
  return false
}

function readNumbers(version: string): number[] | null {
  const [, ...parts] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version) ?? []
  return parts.length === 3 ? parts.map(Number) : null
}
