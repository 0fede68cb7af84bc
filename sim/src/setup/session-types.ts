import { SessionType } from '@pitboard/contract/wire/enumerations'
import type { SessionKind } from './situations.ts'

/** The game's number before and since 2024, and the contract's number. */
interface TypeNumbers {
  readonly before2024: number
  readonly since2024: number
  readonly contract: number
}

// A sprint before 2024 is Race 2; later it comes as Race or Race 2, as `sprintType` decides.
const numbers: Readonly<Record<SessionKind, TypeNumbers>> = {
  practice: { before2024: 1, since2024: 1, contract: SessionType.P1 },
  qualifying1: { before2024: 5, since2024: 5, contract: SessionType.Q1 },
  qualifying2: { before2024: 6, since2024: 6, contract: SessionType.Q2 },
  qualifying3: { before2024: 7, since2024: 7, contract: SessionType.Q3 },
  shortQualifying: { before2024: 8, since2024: 8, contract: SessionType.ShortQualifying },
  oneShotQualifying: { before2024: 9, since2024: 9, contract: SessionType.OneShotQualifying },
  // The years without a shootout decide the sprint's grid by a short qualifying.
  sprintShootout: { before2024: 8, since2024: 13, contract: SessionType.ShortSprintShootout },
  sprint: { before2024: 11, since2024: 15, contract: SessionType.Race },
  race: { before2024: 10, since2024: 15, contract: SessionType.Race },
  timeTrial: { before2024: 13, since2024: 18, contract: SessionType.TimeTrial },
}

/** Session types of sprint and main race; they depend on the mode (docs/telemetry.md). */
export type SprintNumbering = 'sprintIsRace' | 'raceIsRace' | 'bothAreRace'

/** The game's number of a session's type in a year. */
export function wireTypeOf(kind: SessionKind, format: number, numbering: SprintNumbering): number {
  if (format < 2024) return numbers[kind].before2024
  const isSecond =
    (kind === 'sprint' && numbering === 'raceIsRace') ||
    (kind === 'race' && numbering === 'sprintIsRace')
  return numbers[kind].since2024 + (isSecond ? 1 : 0)
}

/** The contract's number of a session's type. */
export function contractTypeOf(
  kind: SessionKind,
  format: number,
  numbering: SprintNumbering,
): number {
  const race: number = SessionType.Race
  if (numbers[kind].contract === race) {
    const firstRace = format < 2024 ? 10 : 15
    return race + wireTypeOf(kind, format, numbering) - firstRace
  }
  if (kind === 'sprintShootout' && format < 2024) return SessionType.ShortQualifying
  return numbers[kind].contract
}
