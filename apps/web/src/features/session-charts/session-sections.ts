import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType } from '@pitboard/contract/wire/enumerations'

export type SectionAnchor = 'classification' | 'story' | 'charts' | 'laps'

/** Returns the parts that a session has something for, in their order. */
export function sessionSections({ drivers, sessionType }: SessionDetail): SectionAnchor[] {
  if (drivers.every(({ lapTimes }) => lapTimes.length === 0)) return ['classification']
  return [
    'classification',
    ...(isRaceType(sessionType) ? (['story'] as const) : []),
    'charts',
    'laps',
  ]
}
