import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { AnswerWords } from './answer-words.tsx'
import { lossAnswer, paceAnswer, penaltyAnswer } from './late-answers.ts'

interface LateAnswerProps {
  readonly session: SessionDetail
}

export function PaceAnswer({ session }: LateAnswerProps) {
  const t = useText()
  return <AnswerWords {...useMemo(() => paceAnswer(session, t), [session, t])} />
}

export function PenaltyAnswer({ session }: LateAnswerProps) {
  const t = useText()
  return <AnswerWords {...useMemo(() => penaltyAnswer(session, t), [session, t])} />
}

interface LossAnswerProps extends LateAnswerProps {
  readonly driver: Driver
}

export function LossAnswer({ session, driver }: LossAnswerProps) {
  const t = useText()
  const answer = useMemo(() => lossAnswer(session, driver, t), [session, driver, t])
  return (
    <>
      <AnswerWords {...answer} />
      <span className="text-small">
        <TextLink to="." search hash="story">
          {t('story.otherLosses')}
        </TextLink>
      </span>
    </>
  )
}
