import { setTimeout as pause } from 'node:timers/promises'
import { liveSessions, type LiveSummary } from '@pitboard/contract/live/live'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { ApiException, type Call } from '@pitboard/contract/wire/client'
import { CURRENT_TRACK_ID } from './calendar.ts'

const POLL_MS = 2000

interface Followed {
  readonly call: Call
  readonly seasonId: string
  /** The user drives the live races. */
  readonly userId: string
  readonly signal: AbortSignal
}

/**
 * Links each live race to the current round, where it replaces the one before: the season stays
 * at this round however long the demo runs.
 */
export async function followLiveRaces(followed: Followed): Promise<void> {
  const { call, userId, signal } = followed
  let linkedId: string | null = null
  while (!signal.aborted) {
    const all = await call(liveSessions.all)
    const live = all.find((summary) => summary.userId === userId)
    if (live && live.id !== linkedId && (await linkRace(followed, live))) linkedId = live.id
    await pause(POLL_MS, null, { signal })
  }
}

/** Resolves with false if the race ended meanwhile. */
async function linkRace(
  { call, seasonId }: Followed,
  { id: liveId }: LiveSummary,
): Promise<boolean> {
  const { events } = await call(seasons.get, { params: { id: seasonId } })
  const current = events.find(({ track }) => track === CURRENT_TRACK_ID)
  if (!current) throw new Error('the season has no event at the track of the live race')
  const params = { seasonId, eventId: current.id }
  if (current.sessions.some(({ session }) => session.id === liveId)) return true
  for (const { session } of current.sessions) {
    await call(seasons.removeSession, { params: { ...params, sessionId: session.id } })
  }
  try {
    await call(seasons.setSession, { params: { ...params, sessionId: liveId }, body: {} })
    return true
  } catch (error) {
    if (error instanceof ApiException && error.status === 404) return false
    throw error
  }
}
