/** Schemas and forms use the same limits, in characters. */
export const TEXT_MAX = {
  /** Limits the names of leagues, seasons and events. */
  name: 80,
  driverName: 60,
  tier: 30,
  recorderKeyName: 60,
  tokenName: 60,
  factorName: 60,
  description: 4000,
  link: 300,
  /** Limits the stewards' reason for a decision. */
  reason: 500,
  /** The readers of published results see the note. */
  note: 500,
  search: 100,
} as const

/** The limits of a username in characters, not UTF-16 units. */
export const USERNAME_LENGTH = { min: 3, max: 24 } as const
