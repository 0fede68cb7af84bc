import type {
  AttendanceAnswer,
  EventAttendance,
  EventDriver,
} from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { useOwnAnswer } from './use-answers.ts'

interface OwnAnswerProps {
  readonly season: Season
  readonly event: EventAttendance
  readonly own: EventDriver
  readonly name: string
}

/** The reader says in place whether they take part. */
export function OwnAnswer({ season, event, own, name }: OwnAnswerProps) {
  const t = useText()
  const answer = useOwnAnswer(season)
  return (
    <div className="flex flex-col gap-2">
      {own.isCalledUp && own.answer === null && <p>{t('participation.youAreCalledUp')}</p>}
      <p aria-hidden="true">{t('participation.takesPart')}</p>
      <ChoiceBar<AttendanceAnswer | ''>
        label={t('participation.yourAnswer', { event: name })}
        options={[
          { value: 'accepted', label: t('participation.in') },
          { value: 'tentative', label: t('participation.answerTentative') },
          { value: 'declined', label: t('participation.out') },
        ]}
        value={own.answer ?? ''}
        onChange={(next) => {
          const { eventId } = event
          if (next !== '') answer({ eventId, driver: own, answer: next })
        }}
      />
    </div>
  )
}
