import { RACE_TYPES, SessionType } from '@pitboard/contract/wire/enumerations'
import { editDistance } from '../standings/name-similarity.ts'

/** These words stand beside a track's name and identify no track. */
export const EVENT_WORDS: ReadonlySet<string> = new Set(
  'gp grand prix grosser großer preis gran premio'.split(' '),
)

const QUALIFYING = [
  SessionType.Q1,
  SessionType.Q2,
  SessionType.Q3,
  SessionType.ShortQualifying,
  SessionType.OneShotQualifying,
]
const SHOOTOUTS = [
  SessionType.SprintShootout1,
  SessionType.SprintShootout2,
  SessionType.SprintShootout3,
  SessionType.ShortSprintShootout,
  SessionType.OneShotSprintShootout,
]
const PRACTICE = [SessionType.P1, SessionType.P2, SessionType.P3, SessionType.ShortPractice]

/** The keys are names of session types. */
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

/** Lists the words without accents, case and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Returns 1 for the same word, less for its beginning or with typos, else 0. */
export function wordSimilarity(typed: string, word: string): number {
  if (typed === word) return 1
  if (typed.length >= 3 && word.startsWith(typed)) return 0.9
  const allowed = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  if (allowed === 0 || Math.abs(typed.length - word.length) > allowed) return 0
  const edits = editDistance(typed, word)
  return edits > allowed ? 0 : 0.8 - edits / 10
}
