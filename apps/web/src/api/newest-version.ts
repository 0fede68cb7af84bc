import { replaceEqualDeep } from '@tanstack/react-query'

/**
 * Queries of data with a version use this as `structuralSharing`: an answer that was made before a change and arrives
 * after it does not bring the old version back.
 */
export function keepNewest(before: unknown, answered: unknown): unknown {
  return versionOf(answered) < versionOf(before) ? before : replaceEqualDeep(before, answered)
}

function versionOf(value: unknown): number {
  const version: unknown =
    typeof value === 'object' && value ? Reflect.get(value, 'version') : undefined
  return typeof version === 'number' ? version : 0
}
