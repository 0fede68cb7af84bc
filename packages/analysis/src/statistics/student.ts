/**
 * Returns the two-sided 95 % quantile of Student's distribution by the expansion of Cornish and Fisher, which
 * is exact to 0.1 % from five degrees of freedom on.
 */
export function student95(freedom: number): number {
  const z = 1.959964
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92160 * freedom ** 4)
  )
}
