/**
 * JSON carries the numbers of these enumerations. The game's own numbers differ by year, and
 * `packages/telemetry` translates them. An unknown number is passed on unchanged.
 */

export const PenaltyType = {
  DriveThrough: 0,
  StopGo: 1,
  GridPenalty: 2,
  PenaltyReminder: 3,
  TimePenalty: 4,
  Warning: 5,
  Disqualified: 6,
  RemovedFromFormationLap: 7,
  ParkedTooLongTimer: 8,
  TyreRegulations: 9,
  ThisLapInvalidated: 10,
  ThisAndNextLapInvalidated: 11,
  ThisLapInvalidatedWithoutReason: 12,
  ThisAndNextLapInvalidatedWithoutReason: 13,
  ThisAndPreviousLapInvalidated: 14,
  ThisAndPreviousLapInvalidatedWithoutReason: 15,
  Retired: 16,
  BlackFlagTimer: 17,
} as const

export const WarningType = { CornerCutting: 0, Other: 1 } as const

export const ResultStatus = {
  Invalid: 0,
  Inactive: 1,
  Active: 2,
  Finished: 3,
  DidNotFinish: 4,
  Disqualified: 5,
  NotClassified: 6,
  Retired: 7,
} as const

export const SessionType = {
  Unknown: 0,
  P1: 1,
  P2: 2,
  P3: 3,
  ShortPractice: 4,
  Q1: 5,
  Q2: 6,
  Q3: 7,
  ShortQualifying: 8,
  OneShotQualifying: 9,
  Race: 10,
  Race2: 11,
  TimeTrial: 12,
  Race3: 13,
  SprintShootout1: 14,
  SprintShootout2: 15,
  SprintShootout3: 16,
  ShortSprintShootout: 17,
  OneShotSprintShootout: 18,
} as const

export const RACE_TYPES: readonly number[] = [
  SessionType.Race,
  SessionType.Race2,
  SessionType.Race3,
]

/** Returns whether positions are decided on the track and not by the best lap. */
export function isRaceType(sessionType: number): boolean {
  return RACE_TYPES.includes(sessionType)
}

export const Track = {
  Melbourne: 0,
  PaulRicard: 1,
  Shanghai: 2,
  Sakhir: 3,
  Catalunya: 4,
  Monaco: 5,
  Montreal: 6,
  Silverstone: 7,
  Hockenheim: 8,
  Hungaroring: 9,
  Spa: 10,
  Monza: 11,
  Singapore: 12,
  Suzuka: 13,
  AbuDhabi: 14,
  Texas: 15,
  Brazil: 16,
  Austria: 17,
  Sochi: 18,
  Mexico: 19,
  Baku: 20,
  SakhirShort: 21,
  SilverstoneShort: 22,
  TexasShort: 23,
  SuzukaShort: 24,
  Hanoi: 25,
  Zandvoort: 26,
  Imola: 27,
  Portimao: 28,
  Jeddah: 29,
  Miami: 30,
  LasVegas: 31,
  Losail: 32,
} as const

/** The numbers are the game's for modern F1 cars, as the tyres look. */
export const TyreCompound = { Soft: 16, Medium: 17, Hard: 18, Intermediate: 7, Wet: 8 } as const

/** DRS, active aerodynamics and overtake mode have these statuses. */
export const AidStatus = { Unavailable: 0, Available: 1, Active: 2 } as const

/** The numbers are the game's. */
export const ErsMode = { None: 0, Medium: 1, Hotlap: 2, Overtake: 3 } as const

/** The numbers are the game's. */
export const SafetyCarStatus = { None: 0, Full: 1, Virtual: 2, FormationLap: 3 } as const

/** The numbers are the game's. */
export const Weather = {
  Clear: 0,
  LightCloud: 1,
  Overcast: 2,
  LightRain: 3,
  HeavyRain: 4,
  Storm: 5,
} as const

/** Returns the name of a number in a table; null for an unknown number. */
export function nameOf(table: Readonly<Record<string, number>>, value: number): string | null {
  return Object.keys(table).find((name) => table[name] === value) ?? null
}

const CODES: Readonly<Record<number, string>> = {
  [ResultStatus.DidNotFinish]: 'DNF',
  [ResultStatus.Disqualified]: 'DSQ',
  [ResultStatus.NotClassified]: 'NC',
  // Only the game distinguishes it from `DidNotFinish`; timing screens do not.
  [ResultStatus.Retired]: 'DNF',
}

/**
 * Returns what timing screens show instead of a position, in every language: `DNF`, `DSQ` or `NC`. Returns
 * null for a car that finished or is still driving.
 */
export function resultCode(resultStatus: number): string | null {
  return CODES[resultStatus] ?? null
}
