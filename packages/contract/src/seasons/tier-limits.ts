/** How many tiers compete in a season at most. */
export const TIERS_MAX = 8
