import type { SeasonSignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { Text } from '../../messages/create-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'

/** How many places are taken, how drivers get one, and until when; a sentence each. */
export function signUpFacts(form: SignUpForm, signUp: SeasonSignUp, text: Text): string[] {
  const { capacity, closesAt, needsApproval } = form
  const { accepted, waiting, isOpen, own } = signUp
  const isFull = capacity !== null && accepted >= capacity
  return [
    capacity === null
      ? text('participation.accepted', { count: accepted })
      : text('participation.places', { accepted, capacity }),
    ...(waiting > 0 ? [text('participation.waitingCount', { count: waiting })] : []),
    ...(isFull && isOpen && own === null ? [text('participation.listOnly')] : []),
    ...(needsApproval ? [text('participation.needsApproval')] : []),
    ...(isOpen && closesAt !== null
      ? [text('participation.openUntil', { date: formatDateTime(closesAt, text.locale) })]
      : []),
  ]
}

/** When it closed, or when it opens. */
export function closedWords({ opensAt, closesAt }: SignUpForm, text: Text): string {
  const isOver = closesAt !== null && Date.parse(closesAt) <= Date.now()
  if (isOver) return text('participation.closedAt', { date: formatDateTime(closesAt, text.locale) })
  return text('participation.opensAt', { date: formatDateTime(opensAt ?? '', text.locale) })
}
