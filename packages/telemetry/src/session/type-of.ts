import { isRaceType } from '@pitboard/contract/enumerations'
import { sessionTypeOf } from '../formats/names.ts'
import type { TrackedSession } from './state.ts'

/** The specification's session type, see `SessionType`. */
export function typeOf(session: TrackedSession): number {
  return sessionTypeOf(session.info.ids, session.info.sessionType)
}

/** Whether it is a race of any type. */
export function isRace(session: TrackedSession): boolean {
  return isRaceType(typeOf(session))
}
