import type {
  Attendance,
  AttendanceAnswer,
  EventAttendance,
  EventDriver,
} from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { ChoiceMenu } from '../../ui/choices/choice-menu.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { useOrganiserAnswer, useOwnAnswer } from './use-answers.ts'

const NO_ANSWER = 'none'

/** The button asks the question, and shows what is answered. */
interface Question {
  readonly anchor: HTMLElement
  readonly event: EventAttendance
  readonly driver: EventDriver
}

export interface AnswerMenu {
  /** Opens the choice of answers at an element; null if the reader may not answer. */
  readonly opener: (
    event: EventAttendance,
    driver: EventDriver,
  ) => ((anchor: HTMLElement) => void) | null
  readonly isOpenFor: (event: EventAttendance, driver: EventDriver) => boolean
  readonly menu: ReactNode
}

export interface AttendanceProps {
  readonly season: Season
  readonly attendance: Attendance
  /** It is null for readers who answer for themselves alone. */
  readonly edit: Edit | null
}

/** The buttons of all drivers and events share one list of answers. */
export function useAnswerMenu({ season, edit }: AttendanceProps): AnswerMenu {
  const t = useText()
  const userId = useAccount()?.userId ?? null
  // The last question stays, so that its list can fade out.
  const [question, setQuestion] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)
  const answerOwn = useOwnAnswer(season)
  const answerForDriver = useOrganiserAnswer(season, edit)
  const mayAnswerOwn = (driver: EventDriver) =>
    userId !== null && driver.userId === userId && driver.mayAnswer

  function send({ event, driver }: Question, answer: AttendanceAnswer | null): void {
    const answered = { eventId: event.eventId, driver, answer }
    if (answer !== null && mayAnswerOwn(driver)) answerOwn(answered)
    else answerForDriver(answered)
  }

  return {
    opener: (event, driver) =>
      driver.ban !== 'race' && (edit || mayAnswerOwn(driver))
        ? (anchor) => {
            setQuestion({ anchor, event, driver })
            setOpen(true)
          }
        : null,
    isOpenFor: (event, driver) =>
      isOpen &&
      question?.event.eventId === event.eventId &&
      question.driver.driverId === driver.driverId,
    menu: question && (
      <ChoiceMenu<AttendanceAnswer | typeof NO_ANSWER>
        label={questionWords(season, question)}
        options={[
          { value: 'accepted', label: t('participation.answerAccepted') },
          { value: 'tentative', label: t('participation.answerTentative') },
          { value: 'declined', label: t('participation.answerDeclined') },
          ...(edit ? [{ value: NO_ANSWER, label: t('participation.noAnswer') } as const] : []),
        ]}
        value={question.driver.answer ?? NO_ANSWER}
        isOpen={isOpen}
        anchor={question.anchor}
        onChange={(next) => send(question, next === NO_ANSWER ? null : next)}
        onClose={() => setOpen(false)}
      />
    ),
  }
}

function questionWords({ events }: Season, { event, driver }: Question): string {
  const found = events.find(({ id }) => id === event.eventId)
  return found ? `${driver.name}, ${eventName(found)}` : driver.name
}
