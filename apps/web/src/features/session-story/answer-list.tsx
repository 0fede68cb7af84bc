import { raceFacts } from '@pitboard/analysis/outcome/race-facts'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { memo, type ReactNode, useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { useOwnDriverIdx } from '../session/use-own-driver.ts'
import { nameOf } from '../session/hero/outcome-text.ts'
import { type RaceAnswer, raceAnswers } from './race-answers.ts'
import { standingsAnswer } from './standings-answer.ts'

/** These are worked out lap by lap, after the result stands. */
const LATE = { texts: ['penalties', 'story'], fallback: null } as const
const PaceAnswer = lazyPart(async () => (await import('./late-answer.tsx')).PaceAnswer, LATE)
const PenaltyAnswer = lazyPart(async () => (await import('./late-answer.tsx')).PenaltyAnswer, LATE)
const LossAnswer = lazyPart(async () => (await import('./late-answer.tsx')).LossAnswer, LATE)

interface AnswerListProps {
  readonly session: SessionDetail
  /** It is undefined until it is known whether a season counts the session. */
  readonly season: SessionSeason | undefined
  readonly isSeasonKnown: boolean
}

/** Answers what people ask about a race; who won, why, and the fastest lap stand above the list. */
export const AnswerList = memo(function AnswerList({
  session,
  season,
  isSeasonKnown,
}: AnswerListProps) {
  const t = useText()
  const answers = useMemo(() => raceAnswers(session, t), [session, t])
  const ownIdx = useOwnDriverIdx(session)
  if (answers.length === 0) return null
  const asked =
    session.drivers.find(({ driverIdx }) => driverIdx === ownIdx) ??
    raceFacts(session)?.outcome.second
  return (
    <Section title={t('answers.title')}>
      <dl className="grid gap-px overflow-hidden rounded-l border border-line bg-line sm:grid-cols-2 wide:grid-cols-4">
        {answers.map((answer) => (
          <Answer key={answer.question} session={session} {...answer} />
        ))}
        {session.origin !== 'hand' && (
          <Card isLate question={t('answers.askPace')}>
            <PaceAnswer session={session} />
          </Card>
        )}
        <Card isLate question={t('answers.askPenalties')}>
          <PenaltyAnswer session={session} />
        </Card>
        {isSeasonKnown ? (
          <Answer isLate session={session} {...standingsAnswer(season, session, t)} />
        ) : (
          <Card isLate question={t('answers.askStandings')}>
            …
          </Card>
        )}
        {asked && (
          <Card isLate question={t('answers.askLoss', { driver: nameOf(asked) })}>
            <LossAnswer session={session} driver={asked} />
          </Card>
        )}
      </dl>
    </Section>
  )
})

interface AnswerProps extends RaceAnswer {
  readonly session: SessionDetail
  readonly isLate?: boolean
}

function Answer({ session, question, verdict, details, lap, isLate = false }: AnswerProps) {
  const t = useText()
  return (
    <Card question={question} isLate={isLate}>
      <span className="timing flex items-center justify-between gap-2 text-subhead font-semibold">
        <span className="wrap-anywhere">{verdict}</span>
        {session.origin === undefined && lap !== null && (
          <span className="-my-2">
            <ButtonLink
              look="quiet"
              size="small"
              to="/sessions/$sessionId"
              params={{ sessionId: session.id }}
              search={{ t: `l${lap}` }}
              aria-label={`${t('result.replay')}: ${question}`}
              title={t('result.replay')}
            >
              <Icon name="play" />
            </ButtonLink>
          </span>
        )}
      </span>
      <span className="text-small text-muted">{details}</span>
    </Card>
  )
}

interface CardProps {
  readonly question: string
  /** Its answer may come later: the card has room for three lines, so that nothing moves then. */
  readonly isLate?: boolean
  readonly children: ReactNode
}

function Card({ question, isLate = false, children }: CardProps) {
  return (
    <div className={`flex flex-col bg-panel px-4 py-3 ${isLate ? 'min-h-28' : ''}`}>
      <dt className="label">{question}</dt>
      <dd className="flex flex-col">{children}</dd>
    </div>
  )
}
