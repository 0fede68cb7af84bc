import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

const ANSWERS = {
  accepted: { tone: 'good', key: 'participation.answerAccepted' },
  declined: { tone: 'bad', key: 'participation.answerDeclined' },
  tentative: { tone: 'warning', key: 'participation.answerTentative' },
} as const

interface DriverAnswerProps {
  readonly driver: EventDriver
  /** Names the button: driver and event. */
  readonly label: string
  /** It is shown without an answer, else a dash is. */
  readonly prompt?: string
  readonly isExpanded: boolean
  /** Opens the choice of answers at the element; null if the reader may not answer. */
  readonly onEdit: ((anchor: HTMLElement) => void) | null
}

/** Shows a driver's answer for an event, which is a button where the reader may change it. */
export function DriverAnswer({ driver, label, prompt, isExpanded, onEdit }: DriverAnswerProps) {
  const answer = <Answer driver={driver} prompt={prompt} />
  if (!onEdit) return <span className="flex items-center gap-1.5">{answer}</span>
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={isExpanded}
      onClick={({ currentTarget }) => onEdit(currentTarget)}
      className="-mx-1.5 flex min-h-8 items-center gap-1.5 rounded-s px-1.5 hover:bg-line coarse:min-h-11"
    >
      <span className="sr-only">{label}:</span>
      {answer}
      <Icon name="chevronDown" size="size-4" />
    </button>
  )
}

interface AnswerProps {
  readonly driver: EventDriver
  readonly prompt: string | undefined
}

function Answer({ driver: { answer, isCalledUp, ban }, prompt }: AnswerProps) {
  const t = useText()
  if (ban === 'race') return <Badge tone="bad">{t('participation.banned')}</Badge>
  return (
    <>
      {answer !== null ? (
        <Badge tone={ANSWERS[answer].tone}>{t(ANSWERS[answer].key)}</Badge>
      ) : prompt !== undefined ? (
        <span className="text-small">{prompt}</span>
      ) : (
        <span className="text-muted">
          <span aria-hidden="true">–</span>
          <span className="sr-only">{t('participation.noAnswer')}</span>
        </span>
      )}
      {isCalledUp && <Badge tone="strong">{t('participation.calledUp')}</Badge>}
      {ban === 'qualifying' && <Badge tone="warning">{t('participation.noQualifying')}</Badge>}
    </>
  )
}
