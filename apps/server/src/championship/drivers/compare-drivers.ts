import type { HeadToHead, Score, SharedSession } from '@pitboard/contract/drivers/head-to-head'
import { type DrivenCar, presentDrivenSession, type SessionWithCars } from './driver-sessions.ts'

/** The session has cars of both drivers. */
export interface PairedSession extends SessionWithCars {
  readonly first: DrivenCar
  readonly second: DrivenCar
}

/** Finds the sessions that both drove; a car that both would be is neither. */
export function pairSessions(
  sessions: readonly SessionWithCars[],
  isFirst: (car: DrivenCar) => boolean,
  isSecond: (car: DrivenCar) => boolean,
): PairedSession[] {
  return sessions.flatMap((session) => {
    const first = session.cars.find(isFirst)
    const second = session.cars.find(isSecond)
    return first && second && first !== second ? { ...session, first, second } : []
  })
}

/** Counts who was ahead, and by how much. */
export function compareDrivers(
  pairs: readonly PairedSession[],
): Pick<HeadToHead, 'races' | 'qualifying' | 'sessions'> {
  const sessions = pairs.map(toShared)
  return {
    races: scoreOf(sessions.filter(({ kind }) => kind === 'race')),
    qualifying: scoreOf(sessions.filter(({ kind }) => kind === 'qualifying')),
    sessions,
  }
}

/** Returns which of two cars of a session was ahead; null if neither is in the classification. */
export function findAhead(first: DrivenCar, second: DrivenCar): SharedSession['ahead'] {
  const places = [first, second].map(({ position }) => position ?? Infinity)
  const [own = Infinity, theirs = Infinity] = places
  if (own === theirs) return null
  return own < theirs ? 'first' : 'second'
}

function toShared(session: PairedSession): SharedSession {
  const { kind, first, second } = session
  return {
    ...presentDrivenSession(session),
    kind,
    first: { position: first.position, resultStatus: first.resultStatus },
    second: { position: second.position, resultStatus: second.resultStatus },
    ahead: findAhead(first, second),
    gapMs: gapOf(kind, first, second),
  }
}

function gapOf(kind: SharedSession['kind'], first: DrivenCar, second: DrivenCar): number | null {
  if (first.timeMs === null || second.timeMs === null) return null
  const isRace = kind === 'race'
  const isLevel = first.laps !== null && first.laps === second.laps
  if (isRace && !(isLevel && first.isClassified && second.isClassified)) return null
  return Math.round(second.timeMs - first.timeMs)
}

function scoreOf(sessions: readonly SharedSession[]): Score {
  const gaps = sessions.flatMap(({ gapMs }) => gapMs ?? [])
  const sum = gaps.reduce((total, gap) => total + gap, 0)
  return {
    first: sessions.filter(({ ahead }) => ahead === 'first').length,
    second: sessions.filter(({ ahead }) => ahead === 'second').length,
    averageGapMs: gaps.length === 0 ? null : Math.round(sum / gaps.length),
    gaps: gaps.length,
  }
}
