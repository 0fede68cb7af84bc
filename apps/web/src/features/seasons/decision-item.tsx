import type { Adjustment, Season } from '@pitboard/contract/season'
import type { Text } from '../../messages/create-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { decisionWords } from './decision-words.ts'

/** A decision as a list shows it: revoked ones stay, struck through, with both reasons. */
export function decisionItem(decision: Adjustment, season: Season, decidedAt: string, text: Text) {
  const isRevoked = decision.revokedAt !== null
  return {
    id: decision.id,
    title: (
      <>
        <span className={isRevoked ? 'line-through' : ''}>
          {decisionWords(decision, season, text)}
        </span>
        {isRevoked && <Badge>{text('season.revoked')}</Badge>}
      </>
    ),
    detail: [decision.reason, decision.revokedReason, decision.authorName, decidedAt]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
  }
}
