import type { SessionSummary } from '@pitboard/contract/session'
import { sessions } from '@pitboard/contract/session-endpoints'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { instantOf, ownTimeZone } from '../../season/time-zones.ts'

const PAGE_SIZE = 50
const DAY_MS = 24 * 60 * 60 * 1000

export interface RecordingFilter {
  /** Else everybody's. */
  readonly isOwn: boolean
  readonly trackId: number | null
  readonly sessionType: number | null
  /** Days in the reader's zone, `2026-03-08`; empty for any. */
  readonly from: string
  readonly to: string
  /** A part of the name of who recorded it, or of the track; empty for any. */
  readonly name: string
}

/** Recordings that the filter lets through by pages, the newest first. */
export function recordings(filter: RecordingFilter, userId: string) {
  return infiniteQueryOptions({
    queryKey: ['sessions', 'recordings', userId, filter],
    queryFn: ({ pageParam: page, signal }): Promise<readonly SessionSummary[]> =>
      readPage(filter, { userId, page, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length + 1),
    staleTime: 10_000,
  })
}

interface Reading {
  readonly userId: string
  readonly page: number
  readonly signal: AbortSignal
}

async function readPage(
  filter: RecordingFilter,
  { userId, page, signal }: Reading,
): Promise<readonly SessionSummary[]> {
  const { isOwn, trackId, sessionType, from, to, name } = filter
  const paged = { page, pageSize: PAGE_SIZE }
  if (isOwn && from === '' && to === '' && name === '') {
    const TrackIds = trackId === null ? {} : { TrackIds: [trackId] }
    const SessionTypes = sessionType === null ? {} : { SessionTypes: [sessionType] }
    const query = { ...paged, ...TrackIds, ...SessionTypes }
    return (await call(sessions.currentUser, { query, signal })).sessions
  }
  const filters = filterText(filter, userId)
  return call(sessions.filters, { query: { ...paged, ...(filters && { filters }) }, signal })
}

/** In the grammar of docs/filters.md; empty where everything is let through. */
export function filterText(filter: RecordingFilter, userId: string): string {
  const { isOwn, trackId, sessionType, from, to, name } = filter
  const [since, until] = [startOf(from), startOf(to, 1)]
  const terms = [
    isOwn && `userId==${userId}`,
    trackId !== null && `trackId==${trackId}`,
    sessionType !== null && `sessionType==${sessionType}`,
    since !== null && `sessionStartTime>=${since}`,
    until !== null && `sessionStartTime<${until}`,
    name !== '' && `(userName|trackName)@="${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  ]
  return terms.filter((term) => term !== false).join()
}

/** Where the day, or one some days later, begins; days are not all of 24 hours. */
function startOf(day: string, later = 0): string | null {
  if (day === '') return null
  const wanted = new Date(Date.parse(`${day}T00:00Z`) + later * DAY_MS).toISOString().slice(0, 10)
  return instantOf(`${wanted}T00:00`, ownTimeZone())
}
