import type { ImposedPenalty } from '../stewards/decision.ts'
import type { penaltyWords } from './penalties-en.ts'
import { PENALTY_KEYS } from './penalty-keys.ts'

interface PenaltyValues {
  readonly penalty: string
  readonly count: number
  readonly seconds: number
}

/**
 * Returns a text such as "+5 s", suspended or not. `say` fills a message of `penaltyWords` in the reader's language.
 */
export function penaltyText(
  {
    kind,
    amount,
    suspendedRounds,
    activatedAt,
  }: Pick<ImposedPenalty, 'kind' | 'amount' | 'suspendedRounds' | 'activatedAt'>,
  say: (name: keyof typeof penaltyWords, values: PenaltyValues) => string,
): string {
  // Warnings, reprimands and disqualifications have no amount, and no place for one in their words.
  const count = amount ?? 0
  const penalty = say(PENALTY_KEYS[kind], { penalty: '', count, seconds: count })
  if (suspendedRounds === undefined) return penalty
  const values = { penalty, count: suspendedRounds, seconds: count }
  return say(activatedAt === undefined ? 'suspended' : 'activated', values)
}
