import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { instantOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'

/** These sessions were driven together. */
export interface Weekend {
  readonly key: string
  readonly trackId: number
  readonly trackName: string
  readonly startedAt: string
  /** The sessions stand in the order in which they were driven. */
  readonly sessions: readonly SessionSummary[]
}

const DAYS_3_MS = 3 * 24 * 60 * 60 * 1000

/**
 * Sorts sessions by weekends, the newest first. The game numbers them; without a number, sessions at one track within
 * three days are taken for one.
 */
export function weekendsOf(all: readonly SessionSummary[]): Weekend[] {
  const sorted = all.toSorted((a, b) => (a.sessionStartTime < b.sessionStartTime ? -1 : 1))
  const weekends: { sessions: SessionSummary[] }[] = []
  for (const session of sorted) {
    const known = weekends.findLast(({ sessions: [first] }) => first && isTogether(first, session))
    if (known) known.sessions.push(session)
    else weekends.push({ sessions: [session] })
  }
  return weekends
    .flatMap(({ sessions }): Weekend[] => {
      const [first] = sessions
      if (!first) return []
      const { id, trackId, trackName, sessionStartTime } = first
      return [{ key: id, trackId, trackName, startedAt: sessionStartTime, sessions }]
    })
    .toReversed()
}

function isTogether(first: SessionSummary, session: SessionSummary): boolean {
  if (first.trackId !== session.trackId || first.userId !== session.userId) return false
  const apartMs = Date.parse(session.sessionStartTime) - Date.parse(first.sessionStartTime)
  if (apartMs > DAYS_3_MS) return false
  const [one, other] = [first.weekendLinkIdentifier, session.weekendLinkIdentifier]
  return one === 0 || other === 0 || one === other
}

const ANY = { isOwn: true, sessionType: null, from: '', to: '', name: '' } as const

/** Returns what can be linked, by weekends: recordings that no event of the season has yet. */
export function useRecordings(season: Season, trackId: number | null) {
  const [filter, setFilter] = useState<RecordingFilter>({ ...ANY, trackId })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recordings(filter, season.ownerId),
  )
  const linked = new Set(
    season.events.flatMap(({ sessions }) => sessions.map(({ session: { id } }) => id)),
  )
  // What is recorded meanwhile moves the pages on: a session may come twice.
  const found = new Map<string, SessionSummary>()
  for (const session of data?.pages.flat() ?? []) {
    if (!linked.has(session.id)) found.set(session.id, session)
  }
  const weekends = weekendsOf([...found.values()])
  return {
    filter,
    setFilter,
    read: { data, error, refetch },
    // The rest of the oldest weekend is on the next page.
    weekends: hasNextPage && weekends.length > 1 ? weekends.slice(0, -1) : weekends,
    more: hasNextPage ? () => void fetchNextPage() : null,
    isLoadingMore: isFetchingNextPage,
  }
}

const PAGE_SIZE = 50
const DAY_MS = 24 * 60 * 60 * 1000

export interface RecordingFilter {
  /** If it is true only the user's own sessions are listed, else everybody's are. */
  readonly isOwn: boolean
  readonly trackId: number | null
  readonly sessionType: number | null
  /** It is a day in the reader's zone, `2026-03-08`; empty for any. */
  readonly from: string
  readonly to: string
  /** It is a part of the name of who recorded it, or of the track; empty for any. */
  readonly name: string
}

/** Fetches the recordings that the filter lets through by pages, the newest first. */
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

/** Writes the filter in the grammar of docs/filters.md; it is empty if the filter lets everything through. */
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

/** Returns where the day, or one some days later, begins; days are not all of 24 hours. */
export function startOf(day: string, later = 0): string | null {
  if (day === '') return null
  const wanted = new Date(Date.parse(`${day}T00:00Z`) + later * DAY_MS).toISOString().slice(0, 10)
  return instantOf(`${wanted}T00:00`, ownTimeZone())
}
