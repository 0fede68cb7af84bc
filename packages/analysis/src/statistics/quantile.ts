/**
 * Returns the quantile of sorted values for a share from 0 to 1, interpolated between two of them; 0 without
 * values.
 */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at % 1)
}

/** Returns the median of values in any order; 0 without values. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
