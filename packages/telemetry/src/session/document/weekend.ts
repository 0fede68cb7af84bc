import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { sessionTypeOf } from '../../ids/id-tables.ts'
import { isRace, typeOf } from '../state/queries.ts'
import type { SessionInfo, TrackedSession, WeekendSoFar } from '../state/state.ts'

/** Later sessions of the weekend refer to it. */
export interface PastSession {
  readonly weekend: number
  readonly track: number
  readonly type: number
}

/** Returns what later sessions of the weekend need of an ended one. */
export function pastSessionOf(session: TrackedSession): PastSession {
  const { weekendLinkIdentifier, trackId } = session.info
  return { weekend: weekendLinkIdentifier, track: trackId, type: typeOf(session) }
}

/** Returns the earlier sessions of the same weekend at the same track; empty without a weekend link. */
export function weekendSoFar(past: readonly PastSession[], info: SessionInfo): WeekendSoFar {
  const { weekendLinkIdentifier, trackId } = info
  const same =
    weekendLinkIdentifier === 0
      ? []
      : past.filter(({ weekend, track }) => weekend === weekendLinkIdentifier && track === trackId)
  return {
    races: same.filter(({ type }) => isRaceType(type)).length,
    previousType: same.at(-1)?.type ?? null,
  }
}

/** Returns the session types of the weekend in order; empty before 2024. */
export function weekendStructureOf(info: SessionInfo): number[] {
  const { weekendStructure, numSessionsInWeekend } = info
  if (weekendStructure === undefined || numSessionsInWeekend === undefined) return []
  return weekendStructure.slice(0, numSessionsInWeekend).map((id) => sessionTypeOf(info.ids, id))
}

/**
 * R23: returns whether a session is the sprint or the main race; null for other sessions, and where neither
 * is certain. The order of the weekend decides, since their ids depend on the mode. If both have the same id,
 * the earlier sessions of the weekend decide.
 */
export function raceKindOf(session: TrackedSession): 'sprint' | 'main' | null {
  if (!isRace(session)) return null
  const structure = weekendStructureOf(session.info)
  const races = structure.flatMap((type, place) => (isRaceType(type) ? [place] : []))
  if (races.length === 0) return null
  if (races.length === 1) return 'main'
  const own = races.filter((place) => structure[place] === typeOf(session))
  const place = own.length === 1 ? own[0] : nextRace(session.weekend, structure, races)
  if (place === undefined) return null
  return place === races.at(-1) ? 'main' : 'sprint'
}

function nextRace(
  { races: driven, previousType }: WeekendSoFar,
  structure: readonly number[],
  races: readonly number[],
): number | undefined {
  if (driven > 0) return races[Math.min(driven, races.length - 1)]
  if (previousType === null) return undefined
  const previous = structure.lastIndexOf(previousType)
  return previous < 0 ? undefined : races.find((place) => place > previous)
}
