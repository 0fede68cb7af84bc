import { type SessionOutcome, sessionOutcome } from '@pitboard/analysis/outcome/session-outcome'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { memo, type ReactNode } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { formatDateTime } from '../../../timing/format-date.ts'
import { sessionName } from '../../../timing/names.ts'
import { Podium } from '../../../timing/podium.tsx'
import { readableColour } from '../../../timing/readable-colour.ts'
import { TrackShape } from '../../../timing/track-shape.tsx'
import { ButtonLink, TextLink } from '../../../ui/buttons/link.tsx'
import { Hero } from '../../../ui/layout/hero.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import { firstThree } from './first-three.ts'
import { outcomeText } from './outcome-text.ts'
import { ResultFigures } from './result-figures.tsx'
import { SessionFacts } from './session-facts.tsx'

/** Nobody waits for it. */
const SessionFiles = lazyPart(async () => (await import('./session-files.tsx')).SessionFiles, {
  fallback: <span className="h-5.25 w-52" />,
})

/** The head shows who won, how, and which session it was. */
export const SessionHero = memo(function SessionHero({
  session,
  sharing,
}: {
  readonly session: SessionDetail
  readonly sharing: ReactNode
}) {
  const t = useText()
  const outcome = sessionOutcome(session)
  const isDriven = session.origin === undefined
  // A race without a finish has an order, but no podium.
  const finishers = outcome?.kind === 'open' ? [] : firstThree(session, t)
  return (
    <Hero
      eyebrow={
        <p>
          <time dateTime={session.sessionStartTime}>
            {formatDateTime(session.sessionStartTime, t.locale)}
          </time>
          {', '}
          {t(isDriven ? 'result.recordedBy' : 'result.enteredBy')}{' '}
          <TextLink to="/user/$userId" params={{ userId: session.userId }}>
            {session.userName}
          </TextLink>
        </p>
      }
      title={
        <>
          {session.trackName} <span className="text-muted">{sessionName(session, t)}</span>
        </>
      }
      {...accentOf(outcome)}
      beside={
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4 wide:w-96 wide:flex-col wide:items-stretch">
          {session.trackOutline.length > 0 && (
            <div className="h-28 w-44 text-muted max-md:hidden wide:self-end">
              <TrackShape outline={session.trackOutline} trackName={session.trackName} />
            </div>
          )}
          {finishers.length > 0 && (
            <div className="min-w-0 grow">
              <Podium finishers={finishers} label={t('result.podium')} />
            </div>
          )}
        </div>
      }
      actions={
        <>
          {isDriven && (
            <ButtonLink
              look="secondary"
              to="/sessions/$sessionId"
              params={{ sessionId: session.id }}
              search={{ t: '0' }}
            >
              {t('result.replay')}
            </ButtonLink>
          )}
          {sharing}
          <SessionFiles session={session} />
        </>
      }
    >
      {outcome && <ResultFigures session={session} outcome={outcome} />}
      {outcome && <p className="max-w-[46rem] text-timing">{outcomeText(outcome, session, t)}</p>}
      <SessionFacts session={session} outcome={outcome} />
    </Hero>
  )
})

/** The accent is the colour of the winner's team. */
function accentOf(outcome: SessionOutcome | null): { readonly accent?: string } {
  if (outcome === null || outcome.kind === 'open') return {}
  const { teamColour } = outcome.kind === 'race' ? outcome.winner : outcome.fastest
  return teamColour === '' ? {} : { accent: readableColour(teamColour) }
}
