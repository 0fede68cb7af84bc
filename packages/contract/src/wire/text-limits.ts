/** How many characters a text may have at most; schemas and forms use the same numbers. */
export const TEXT_MAX = {
  /** The name of a league, a season or an event. */
  name: 80,
  driverName: 60,
  /** The name of a tier of drivers. */
  tier: 30,
  recorderKeyName: 60,
  tokenName: 60,
  factorName: 60,
  description: 4000,
  link: 300,
  /** Limits the stewards' reason for a decision. */
  reason: 500,
  /** A note for the readers of published results. */
  note: 500,
  search: 100,
} as const

/** The limits of a username in characters, not UTF-16 units. */
export const USERNAME_LENGTH = { min: 3, max: 24 } as const
