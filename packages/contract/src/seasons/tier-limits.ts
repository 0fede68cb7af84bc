export const TIERS_MAX = 8
