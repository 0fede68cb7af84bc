import { driverRace } from '@pitboard/analysis/outcome/driver-race'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { driverRaceSentences, signedSeconds } from './driver-race-words.ts'

interface LossAnswerProps {
  readonly session: SessionDetail
  readonly driver: Driver
}

/** Names the largest loss of one driver; the report below lists all of them. */
export function LossAnswer({ session, driver }: LossAnswerProps) {
  const t = useText()
  const race = useMemo(() => driverRace(session, driver), [session, driver])
  const sentences = race ? driverRaceSentences(race, session, t) : []
  const [worst] = sentences
    .flatMap(({ text, lostMs }) => (lostMs === null || lostMs <= 0 ? [] : [{ text, lostMs }]))
    .toSorted((a, b) => b.lostMs - a.lostMs)
  // Places that were lost at the start cost no time that can be measured.
  const start =
    race?.start && race.start.from > 0 && race.start.to > race.start.from ? race.start : null
  const shown = worst
    ? { verdict: signedSeconds(worst.lostMs), details: worst.text }
    : start
      ? { verdict: t('answers.fromTo', { ...start }), details: sentences[0]?.text ?? '' }
      : { verdict: t('answers.nowhere'), details: t('answers.noLoss') }
  return (
    <>
      <span className="timing text-subhead font-semibold">{shown.verdict}</span>
      <span className="text-small text-muted">
        {shown.details}{' '}
        <TextLink to="." search hash="story">
          {t('answers.otherLosses')}
        </TextLink>
      </span>
    </>
  )
}
