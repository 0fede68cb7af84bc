/** The map says how much each of several has; keys with nothing are not in it. */
export type Counts = Map<string, number>

export function countOf(counts: Counts, key: string): number {
  return counts.get(key) ?? 0
}

export function addCount(counts: Counts, key: string, change: number): void {
  const count = countOf(counts, key) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
