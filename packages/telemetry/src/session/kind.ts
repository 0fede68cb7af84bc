import { SessionType } from '@pitboard/contract/enumerations'
import { sessionTypeOf } from '../formats/names.ts'
import type { TrackedSession } from './state.ts'

export function kindOf(session: TrackedSession): number {
  return sessionTypeOf(session.info.ids, session.info.sessionType)
}

export function isRace(session: TrackedSession): boolean {
  return isRaceType(kindOf(session))
}

export function isRaceType(type: number): boolean {
  return type === SessionType.Race || type === SessionType.Race2 || type === SessionType.Race3
}
