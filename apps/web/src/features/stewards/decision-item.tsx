import type { Season } from '@pitboard/contract/seasons/season'
import type { Decision } from '@pitboard/contract/stewards/decision'
import type { ReactNode } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { carNames, penaltiesWords, sessionWords } from './steward-words.ts'

interface DecisionItemProps {
  readonly season: Season
  readonly decision: Decision
  /** If it is true, the decision stands beside its case, which says where it happened. */
  readonly isBrief?: boolean
  readonly action?: ReactNode
}

/** This prefix and a number name a decision in the address of the season's page. */
export const DECISION_ANCHOR = 'decision-'

/** Shows a published decision with its reason; a revoked one stays, struck through. */
export function DecisionItem({ season, decision, isBrief = false, action }: DecisionItemProps) {
  const t = useText()
  const { number, penalties, sessionId, lap, cars, eventSeq, replacedBy, revokedAt } = decision
  const names = carNames(season, sessionId, cars)
  const nameOf = (driverIdx: number) => names.get(driverIdx) ?? `#${driverIdx}`
  const isRevoked = revokedAt !== null
  return (
    <article
      id={isBrief ? undefined : `${DECISION_ANCHOR}${number}`}
      tabIndex={-1}
      aria-label={t('season.decisionNumber', { number })}
      className="flex flex-col gap-1 rounded-m border border-line bg-panel px-4 py-3"
    >
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {t('season.decisionNumber', { number })}
        {isRevoked && (
          <Badge>
            {replacedBy === null
              ? t('season.revoked')
              : t('stewards.replacedBy', { number: replacedBy })}
          </Badge>
        )}
        {decision.isAppealed && <Badge>{t('stewards.appealed')}</Badge>}
      </p>
      <p className={`wrap-anywhere ${isRevoked ? 'line-through' : ''}`}>
        {penaltiesWords(penalties, nameOf, t)}
      </p>
      {!isBrief && (
        <p className="text-small text-muted">
          {joinParts([
            cars.map(({ name }) => name).join(', '),
            sessionWords(season, sessionId, t),
            lap === null ? '' : t('stewards.lapNumber', { lap }),
            formatDate(decision.publishedAt, t.locale),
          ])}
          {eventSeq !== null && (
            <>
              {' · '}
              <TextLink
                to="/sessions/$sessionId"
                params={{ sessionId }}
                search={{ t: `e${eventSeq}` }}
              >
                {t('stewards.watch')}
              </TextLink>
            </>
          )}
        </p>
      )}
      <p className="max-w-prose wrap-anywhere whitespace-pre-line text-muted">{decision.reason}</p>
      {isRevoked && replacedBy === null && decision.revokedReason && (
        <p className="max-w-prose wrap-anywhere text-muted">
          {t('stewards.revokedBecause', { reason: decision.revokedReason })}
        </p>
      )}
      {action}
    </article>
  )
}
