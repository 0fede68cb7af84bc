import { lapComparisons } from '@pitboard/contract/comparison/lap-comparison'
import { lapTraces } from '@pitboard/contract/traces/lap-traces'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A page asks for traces that are being made after this long. */
const PENDING_MS = 4_000

/** Fetches the laps that an address names, with their traces. */
export function lapComparison(laps: string) {
  return queryOptions({
    queryKey: ['lapComparison', laps],
    queryFn: ({ signal }) => call(lapComparisons.compare, { query: { laps }, signal }),
    // Traces change at most when a session is decoded again.
    staleTime: 300_000,
    // The page stays in place while a lap is added or removed.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.laps.some((lap) => lap.state === 'pending') === true ? PENDING_MS : false,
  })
}

/** Fetches the laps of a session, and which of them have a trace. */
export function sessionLaps(id: string) {
  return queryOptions({
    queryKey: ['sessions', id, 'laps'],
    queryFn: ({ signal }) => call(lapTraces.laps, { params: { sessionId: id }, signal }),
    staleTime: 60_000,
  })
}
