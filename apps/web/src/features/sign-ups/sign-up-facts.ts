import type { SeasonSignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { Text } from '../../messages/create-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'

/** Returns how many places are taken, how drivers get one, and until when; each is a sentence. */
export function signUpFacts(form: SignUpForm, signUp: SeasonSignUp, t: Text): string[] {
  const { capacity, closesAt, needsApproval } = form
  const { accepted, waiting, isOpen, own } = signUp
  const isFull = capacity !== null && accepted >= capacity
  return [
    capacity === null
      ? t('participation.accepted', { count: accepted })
      : t('participation.places', { accepted, capacity }),
    ...(waiting > 0 ? [t('participation.waitingCount', { count: waiting })] : []),
    ...(isFull && isOpen && own === null ? [t('participation.listOnly')] : []),
    ...(needsApproval ? [t('participation.needsApproval')] : []),
    ...(isOpen && closesAt !== null
      ? [t('participation.openUntil', { date: formatDateTime(closesAt, t.locale) })]
      : []),
  ]
}

/** Returns how many drivers of a tier have a place. */
export function acceptedIn({ tiers }: Pick<SeasonSignUp, 'tiers'>, name: string): number {
  return tiers.find(({ tier }) => tier === name)?.accepted ?? 0
}

/**
 * Returns when it closed, or when it opens. The server says that it is closed: the reader's clock may be behind, so that
 * a form without a time of opening has closed whatever that clock says.
 */
export function closedWords({ opensAt, closesAt }: SignUpForm, t: Text): string {
  const isOver = closesAt !== null && Date.parse(closesAt) <= Date.now()
  if (opensAt !== null && !isOver) {
    return t('participation.opensAt', { date: formatDateTime(opensAt, t.locale) })
  }
  if (closesAt === null) return ''
  return t('participation.closedAt', { date: formatDateTime(closesAt, t.locale) })
}
