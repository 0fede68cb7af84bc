import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { PlainKey, Text } from '../../messages/create-text.ts'

const MOMENTS: Readonly<Partial<Record<SessionEvent['kind'], PlainKey>>> = {
  collision: 'stewards.momentCollision',
  overtake: 'stewards.momentOvertake',
  penalty: 'stewards.momentPenalty',
  warning: 'stewards.momentWarning',
  retirement: 'stewards.momentRetirement',
}
const OPTIONS_MAX = 400

/** Finds events that may be an incident, in the order of the session. */
export function findMoments(events: readonly SessionEvent[]): SessionEvent[] {
  return events
    .filter(({ kind, driverIdx }) => MOMENTS[kind] !== undefined && driverIdx !== null)
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .slice(0, OPTIONS_MAX)
}

/** Returns a text such as "Lap 3: contact, Ann and Bob". */
export function momentWords(
  { kind, lapNum, driverIdx, otherDriverIdx }: SessionEvent,
  nameOf: (driverIdx: number) => string,
  t: Text,
): string {
  const names = [driverIdx, otherDriverIdx].flatMap((idx) => (idx === null ? [] : nameOf(idx)))
  const label = MOMENTS[kind]
  const what = `${label ? t(label) : ''}, ${names.join(' · ')}`
  return lapNum === null ? what : `${t('stewards.lapNumber', { lap: lapNum })}: ${what}`
}
