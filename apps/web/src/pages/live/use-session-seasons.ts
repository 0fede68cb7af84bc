import { sessions, type SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { LiveSession } from '@pitboard/contract/live/live'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import type { LiveStore } from '../../features/race/live-store.ts'
import { standingOf } from '../../features/race/standing.ts'
import { useLive, useLiveStore, useLiveView } from '../../features/race/use-live.ts'
import { createThrottle } from '../../realtime/throttle.ts'

/** The server answered this at a moment of the session. */
interface KnownSeasons {
  readonly fromMs: number
  readonly seasons: readonly SessionSeason[]
  /** If it is true, nothing has changed since the answer before. */
  readonly isSame: boolean
}

/** One answer in two seconds makes this many in the longest delay. */
const KNOWN_MAX = 150
/** The server makes standings as they stand every two seconds: asked sooner they are the old ones. */
const STANDS_AFTER_MS = 2000
/** All viewers of a session see the same change: so they ask at most 200 times a second. */
const SPREAD_MS_PER_VIEWER = 5
/** A session may be linked while it is watched. */
const QUIET_MS = 60_000
const BEHIND_MS = 10_000

interface SessionSeasons {
  /** These are the seasons at the present moment. */
  readonly newest: readonly SessionSeason[]
  /** The seasons stood so at the shown moment; it is null if that is before the first answer. */
  readonly shown: readonly SessionSeason[] | null
  /** It is false where they change within seconds of the shown moment. */
  readonly isExact: boolean
}

/** Returns the seasons in which a live session counts, with the points of the shown moment. */
export function useSessionSeasons(sessionId: string): SessionSeasons {
  const queries = useQueryClient()
  const store = useLiveStore()
  const behindMs = useLiveView(({ behindSeconds }) => pauseBehind(behindSeconds))
  const query = knownSeasons(sessionId, store, queries)
  const { data: known = [] } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      (state.data?.at(-1)?.seasons.length ?? 0) > 0 ? behindMs : QUIET_MS,
  })
  const newest = known.at(-1)?.seasons ?? []
  const isLinked = newest.length > 0
  useEffect(
    () => (isLinked ? refetchAfterChanges(sessionId, store, queries) : undefined),
    [isLinked, sessionId, store, queries],
  )
  const shown = useLive(({ sessionTimeMs }) =>
    known.findLast(({ fromMs }) => fromMs <= sessionTimeMs),
  )
  const isExact = useLive(({ sessionTimeMs }) => !isChangingAt(sessionTimeMs, known)) ?? true
  return { newest, shown: shown?.seasons ?? null, isExact }
}

/**
 * Returns the interval of the questions. Changes ahead of the shown moment are not seen: the server is asked so often
 * that its next answer is there when they are shown. It goes in steps, because another interval starts the wait again.
 */
function pauseBehind(behindSeconds: number): number {
  if (behindSeconds === 0) return QUIET_MS
  if (behindSeconds < 5) return STANDS_AFTER_MS
  return behindSeconds < 20 ? 5000 : BEHIND_MS
}

/** Returns whether the points changed between two answers; from the second of them on they are certain again. */
function isChangingAt(atMs: number, known: readonly KnownSeasons[]): boolean {
  const after = known.find(({ fromMs }) => fromMs > atMs)
  return after !== undefined && !after.isSame && after.fromMs - atMs <= BEHIND_MS
}

/** Its data are the answers so far, so that a viewer behind the present sees the earlier ones. */
function knownSeasons(sessionId: string, store: LiveStore, queries: QueryClient) {
  const queryKey = ['seasons', 'ofLiveSession', sessionId]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly KnownSeasons[]> => {
      const seasons = await call(sessions.seasons, { params: { sessionId }, signal })
      const { session, behindSeconds } = store.view()
      const fromMs = (session?.sessionTimeMs ?? 0) + behindSeconds * 1000
      const before = queries.getQueryData<readonly KnownSeasons[]>(queryKey) ?? []
      const isSame = JSON.stringify(before.at(-1)?.seasons) === JSON.stringify(seasons)
      return [...before.slice(1 - KNOWN_MAX), { fromMs, seasons, isSame }]
    },
  })
}

function refetchAfterChanges(sessionId: string, store: LiveStore, queries: QueryClient) {
  const { queryKey } = knownSeasons(sessionId, store, queries)
  const reading = createThrottle(() => {
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    void queries.invalidateQueries({ queryKey, refetchType })
  })
  let before = scoringOf(store.view().session)
  const unsubscribe = store.subscribe(() => {
    const { session } = store.view()
    const scoring = scoringOf(session)
    if (scoring === before) return
    before = scoring
    const spreadMs = Math.random() * SPREAD_MS_PER_VIEWER * (session?.viewers ?? 0)
    reading.request(STANDS_AFTER_MS + spreadMs)
  })
  return () => {
    unsubscribe()
    reading.stop()
  }
}

/** Another text whenever points may change: by a position, a penalty, a retirement or the fastest lap. */
function scoringOf(session: LiveSession | null): string {
  if (!session) return ''
  const { order, bests } = standingOf(session)
  const others = session.drivers.map(
    ({ totalPenaltiesSeconds, resultStatus }) => `${totalPenaltiesSeconds} ${resultStatus}`,
  )
  return [order.join(), bests.lapMs, ...others].join(';')
}
