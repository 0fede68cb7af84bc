import { RACE_TYPES, SessionType } from '@pitboard/contract/enumerations'

const QUALIFYING = [
  ...[SessionType.Q1, SessionType.Q2, SessionType.Q3],
  ...[SessionType.ShortQualifying, SessionType.OneShotQualifying],
]
const SHOOTOUTS = [
  ...[SessionType.SprintShootout1, SessionType.SprintShootout2, SessionType.SprintShootout3],
  ...[SessionType.ShortSprintShootout, SessionType.OneShotSprintShootout],
]
const PRACTICE = [SessionType.P1, SessionType.P2, SessionType.P3, SessionType.ShortPractice]

/** What people call the kinds of sessions. */
export const TYPE_WORDS: ReadonlyMap<string, readonly number[]> = new Map<
  string,
  readonly number[]
>([
  ['race', RACE_TYPES],
  ['races', RACE_TYPES],
  ['rennen', RACE_TYPES],
  ['qualifying', QUALIFYING],
  ['quali', QUALIFYING],
  ['qualification', QUALIFYING],
  ['practice', PRACTICE],
  ['training', PRACTICE],
  ['shootout', SHOOTOUTS],
  ['sprint', [...RACE_TYPES, ...SHOOTOUTS]],
  ['q1', [SessionType.Q1]],
  ['q2', [SessionType.Q2]],
  ['q3', [SessionType.Q3]],
  ...['p', 'fp'].flatMap((word) =>
    [SessionType.P1, SessionType.P2, SessionType.P3].map(
      (type, index) => [`${word}${index + 1}`, [type]] as const,
    ),
  ),
  ['sq1', [SessionType.SprintShootout1]],
  ['sq2', [SessionType.SprintShootout2]],
  ['sq3', [SessionType.SprintShootout3]],
  ['timetrial', [SessionType.TimeTrial]],
  ['zeitfahren', [SessionType.TimeTrial]],
])
