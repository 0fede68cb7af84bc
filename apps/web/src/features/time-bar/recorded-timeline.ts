import { type Replay, type ReplayChunk, replays } from '@pitboard/contract/live/replay'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
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
): Promise<ReplayChunk> {
  const response = await fetch(`${path}/${version}/${number}`)
  if (!response.ok) throw new Error(`${path} ${response.status}`)
  return response.json()
}

/** A recorded session, of which the present chunk and its neighbours are in memory. */
export function createRecordedTimeline(
  replay: Pick<Replay, 'durationMs' | 'chunkMs' | 'chunks'>,
  read: (number: number) => Promise<ReplayChunk>,
): Timeline {
  const { durationMs, chunkMs, chunks } = replay
  const sections = new Map<number, Section | Promise<Section>>()

  function numberOf(atMs: number): number {
    return Math.min(Math.max(0, Math.floor(atMs / chunkMs)), chunks - 1)
  }

  async function fetchSection(number: number): Promise<Section> {
    const { messages } = await read(number)
    const untilMs = number === chunks - 1 ? Number.POSITIVE_INFINITY : (number + 1) * chunkMs
    const section = { fromMs: number * chunkMs, untilMs: () => untilMs, messages }
    if (sections.has(number)) sections.set(number, section)
    return section
  }

  function find(number: number): Section | Promise<Section> {
    const known = sections.get(number)
    if (known) return known
    const fetched = fetchSection(number)
    sections.set(number, fetched)
    fetched.catch(() => sections.delete(number))
    return fetched
  }

  return {
    startMs: () => 0,
    endMs: () => durationMs,
    presentMs: null,
    findSection(atMs) {
      const number = numberOf(atMs)
      for (const held of sections.keys()) if (Math.abs(held - number) > 1) sections.delete(held)
      return find(number)
    },
    prepare(atMs) {
      void find(numberOf(atMs))
    },
  }
}
