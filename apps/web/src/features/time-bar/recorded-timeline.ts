import { type Replay, type ReplayChunk, replays } from '@pitboard/contract/live/replay'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { createChunkRequests } from './chunk-requests.ts'
import type { Section, Timeline } from './timeline.ts'

const ASK_AGAIN_MS = 1000

/** Asks again until the replay is prepared. */
export function replayState(id: string) {
  return queryOptions({
    queryKey: ['sessions', id, 'replay'],
    queryFn: ({ signal }) => call(replays.get, { params: { sessionId: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'preparing' ? ASK_AGAIN_MS : false),
  })
}

/** `path` is that of the replay. */
export async function readChunk(
  path: string,
  version: string,
  number: number,
  signal: AbortSignal,
): Promise<ReplayChunk> {
  const response = await fetch(`${path}/${version}/${number}`, { signal })
  if (!response.ok) throw new Error(`${path} ${response.status}`)
  return response.json()
}

/** Creates the timeline of a recorded session, of which the present chunk and its neighbours are in memory. */
export function createRecordedTimeline(
  replay: Pick<Replay, 'durationMs' | 'chunkMs' | 'chunks'>,
  read: (number: number, signal: AbortSignal) => Promise<ReplayChunk>,
  now: () => number,
): Timeline {
  const { durationMs, chunkMs, chunks } = replay
  const sections = new Map<number, Section>()
  const requests = createChunkRequests(now)
  let wanted = 0

  function numberOf(atMs: number): number {
    return Math.min(Math.max(0, Math.floor(atMs / chunkMs)), chunks - 1)
  }

  async function fetchSection(number: number): Promise<Section> {
    const { messages } = await requests.fetch(number, (signal) => read(number, signal))
    const known = sections.get(number)
    if (known) return known
    const untilMs = number === chunks - 1 ? Number.POSITIVE_INFINITY : (number + 1) * chunkMs
    const section = { fromMs: number * chunkMs, untilMs: () => untilMs, messages }
    if (Math.abs(number - wanted) <= 1) sections.set(number, section)
    return section
  }

  return {
    startMs: () => 0,
    endMs: () => durationMs,
    presentMs: null,
    findSection(atMs) {
      wanted = numberOf(atMs)
      for (const held of sections.keys()) if (Math.abs(held - wanted) > 1) sections.delete(held)
      requests.abortFarFrom(wanted)
      return sections.get(wanted) ?? fetchSection(wanted)
    },
    prepare(atMs) {
      const number = numberOf(atMs)
      if (sections.has(number) || !requests.mayFetchAhead(number)) return
      fetchSection(number).catch(() => undefined)
    },
    abort: requests.abortAll,
  }
}
