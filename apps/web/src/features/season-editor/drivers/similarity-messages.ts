import type { MergeSuggestion } from '@pitboard/contract/standings'
import type { Text } from '../../../messages/create-text.ts'
import type { PlainKey } from '../../../messages/plain-key.ts'

const REASONS = {
  letters: 'organiser.alikeLetters',
  tag: 'organiser.alikeTag',
  cutOff: 'organiser.alikeCutOff',
  typo: 'organiser.alikeTypo',
} as const satisfies Record<MergeSuggestion['reason'], PlainKey>

/** Why two names may be one driver. */
export function likenessWords(
  { reason, sameNumber, sameTeam, score }: MergeSuggestion,
  text: Text,
): string {
  return [
    text(REASONS[reason]),
    sameNumber && text('organiser.sameNumber'),
    sameTeam && text('organiser.sameTeam'),
    text('organiser.sameness', { percent: Math.round(score * 100) }),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}
