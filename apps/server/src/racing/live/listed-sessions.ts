import { isDeepStrictEqual } from 'node:util'
import type { LiveListChange, LiveSession, LiveSummary } from '@pitboard/contract/live/live'
import type { LiveSeasons } from './live-seasons.ts'
import { toLiveSummary } from './live-view.ts'
import type { RoomDirectory } from './rooms/room-directory.ts'

interface ListedSession {
  readonly summary: LiveSummary
  /** It changes with everything that points depend on. */
  readonly standing: string
}

export type ListedSessions = ReadonlyMap<string, ListedSession>

export function readOwnSessions(
  roomDirectory: RoomDirectory,
  seasons: Pick<LiveSeasons, 'of'>,
  nowMs: number,
): Map<string, ListedSession> {
  return new Map(
    roomDirectory.rooms().map((room) => {
      const session = { ...room.state(nowMs), viewers: room.viewers() }
      const summary = toLiveSummary(session, seasons.of(room.id))
      return [room.id, { summary, standing: scoringKey(session) }]
    }),
  )
}

/** Returns null where nothing has changed, and the whole list without a list before. */
export function findListChange(
  before: ListedSessions | null,
  now: ListedSessions,
): LiveListChange | null {
  const opened: LiveSummary[] = []
  const changed: LiveListChange['changed'] = []
  const moved: string[] = []
  for (const [id, { summary, standing }] of now) {
    const known = before?.get(id)
    const difference = known && findDifference(known.summary, summary)
    if (!known) opened.push(summary)
    else if (difference) changed.push({ ...difference, id })
    if (known && known.standing !== standing) moved.push(id)
  }
  const ended = [...(before?.keys() ?? [])].filter((id) => !now.has(id))
  const isWhole = before === null
  const isNothing = [opened, changed, ended, moved].every(({ length }) => length === 0)
  return isNothing && !isWhole ? null : { isWhole, opened, changed, ended, moved }
}

/** Returns the list after a change; `standing` is a text of its own for each change. */
export function applyListChange(
  before: ListedSessions,
  { isWhole, opened, changed, ended, moved }: LiveListChange,
  standing: string,
): Map<string, ListedSession> {
  const sessions = new Map(isWhole ? [] : before)
  for (const summary of opened) sessions.set(summary.id, { summary, standing })
  for (const difference of changed) {
    const known = sessions.get(difference.id)
    if (known)
      sessions.set(difference.id, { ...known, summary: { ...known.summary, ...difference } })
  }
  for (const id of moved) {
    const known = sessions.get(id)
    if (known) sessions.set(id, { ...known, standing })
  }
  for (const id of ended) sessions.delete(id)
  return sessions
}

/**
 * Compares by identity: an unchanged track outline is the same object, and so are the seasons. Leaders are
 * compared by value.
 */
function findDifference(before: LiveSummary, now: LiveSummary): Partial<LiveSummary> | null {
  const known = new Map<string, unknown>(Object.entries(before))
  const entries = Object.entries(now).filter(
    ([name, value]) =>
      known.get(name) !== value &&
      (name !== 'leaders' || !isDeepStrictEqual(known.get(name), value)),
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** Returns a text that changes with everything that points depend on. */
function scoringKey({ drivers }: LiveSession): string {
  const fastest = drivers.reduce<LiveSession['drivers'][number] | null>(
    (best, driver) =>
      (driver.bestLapTimeMs ?? Infinity) < (best?.bestLapTimeMs ?? Infinity) ? driver : best,
    null,
  )
  return JSON.stringify([
    fastest?.driverIdx,
    drivers.map(({ driverIdx, name, position, finishingPosition, resultStatus, ...driver }) => [
      driverIdx,
      name,
      position,
      finishingPosition,
      resultStatus,
      driver.totalPenaltiesSeconds,
    ]),
  ])
}
