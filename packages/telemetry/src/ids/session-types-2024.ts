import { SessionType } from '@pitboard/contract/enumerations'

/** The game's session types of 2024 and later, as the specification numbers them. */
export const sessionTypes: Readonly<Record<number, number>> = {
  0: SessionType.Unknown,
  1: SessionType.P1,
  2: SessionType.P2,
  3: SessionType.P3,
  4: SessionType.ShortPractice,
  5: SessionType.Q1,
  6: SessionType.Q2,
  7: SessionType.Q3,
  8: SessionType.ShortQualifying,
  9: SessionType.OneShotQualifying,
  10: SessionType.SprintShootout1,
  11: SessionType.SprintShootout2,
  12: SessionType.SprintShootout3,
  13: SessionType.ShortSprintShootout,
  14: SessionType.OneShotSprintShootout,
  15: SessionType.Race,
  16: SessionType.Race2,
  17: SessionType.Race3,
  18: SessionType.TimeTrial,
}
