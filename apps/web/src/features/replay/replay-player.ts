import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import { type Replay, type ReplayChunk, replays } from '@pitboard/contract/live/replay'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { createStore } from '../../state/store.ts'

const ASK_AGAIN_MS = 1000

/** Asks again until the replay is prepared. */
export function replayState(id: string) {
  return queryOptions({
    queryKey: ['sessions', id, 'replay'],
    queryFn: ({ signal }) => call(replays.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'preparing' ? ASK_AGAIN_MS : false),
  })
}

export async function readReplayChunk(
  id: string,
  version: string,
  number: number,
): Promise<ReplayChunk> {
  const address = `/api/Sessions/${encodeURIComponent(id)}/replay/${version}/${number}`
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} ${response.status}`)
  return response.json()
}

export interface PlayerView {
  /** Since the replay's beginning. */
  readonly atMs: number
  readonly playing: boolean
  readonly speed: number
  /** A part could not be fetched; seeking tries again. */
  readonly failed: boolean
}

export interface ReplayPlayer {
  readonly view: () => PlayerView
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when the moment is shown, or another is sought meanwhile. */
  readonly seek: (atMs: number) => Promise<void>
  readonly play: () => void
  readonly pause: () => void
  readonly setSpeed: (speed: number) => void
}

interface PlayerParts {
  readonly replay: Pick<Replay, 'durationMs' | 'chunkMs' | 'chunks'>
  readonly readChunk: (number: number) => Promise<ReplayChunk>
  readonly receive: (message: LiveMessage) => void
  readonly now: () => number
}

const TICK_MS = 100

/** Plays a replay chunk by chunk into whatever shows live messages (docs/replays.md). */
export function createReplayPlayer({ replay, readChunk, receive, now }: PlayerParts): ReplayPlayer {
  const view = createStore<PlayerView>({ atMs: 0, playing: false, speed: 1, failed: false })
  let shown: { readonly number: number; readonly chunk: ReplayChunk; next: number } | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let tickedAt = 0
  let sought = 0
  let isSeeking = false
  const chunks = new Map<number, Promise<ReplayChunk>>()

  function change(next: Partial<PlayerView>): void {
    view.set({ ...view.get(), ...next })
  }

  /** Holds the present chunk and the next. */
  function fetchChunk(number: number): Promise<ReplayChunk> {
    const chunk = chunks.get(number) ?? readChunk(number)
    chunks.set(number, chunk)
    for (const held of chunks.keys()) if (Math.abs(held - number) > 1) chunks.delete(held)
    chunk.catch(() => chunks.delete(number))
    return chunk
  }

  function showUntil(atMs: number): void {
    if (!shown) return
    const { messages } = shown.chunk
    for (;;) {
      const message = messages[shown.next]
      if (!message || (shown.next > 0 && message.at > atMs)) return
      receive(message)
      shown.next++
    }
  }

  async function seek(wanted: number): Promise<void> {
    const atMs = Math.min(Math.max(wanted, 0), replay.durationMs)
    const turn = ++sought
    isSeeking = true
    change({ atMs, failed: false })
    const number = Math.min(Math.floor(atMs / replay.chunkMs), replay.chunks - 1)
    try {
      const chunk = await fetchChunk(number)
      if (turn !== sought) return
      shown = { number, chunk, next: 0 }
      showUntil(atMs)
      if (number + 1 < replay.chunks) void fetchChunk(number + 1).catch(() => undefined)
    } catch {
      if (turn === sought) {
        pause()
        change({ failed: true })
      }
    }
    if (turn !== sought) return
    isSeeking = false
    tickedAt = now()
  }

  function tick(): void {
    const elapsedMs = now() - tickedAt
    tickedAt = now()
    if (isSeeking || !shown) return
    const atMs = Math.min(view.get().atMs + elapsedMs * view.get().speed, replay.durationMs)
    const isPast = atMs >= (shown.number + 1) * replay.chunkMs && shown.number + 1 < replay.chunks
    if (isPast) {
      void seek(atMs)
      return
    }
    showUntil(atMs)
    change({ atMs })
    if (atMs >= replay.durationMs) pause()
  }

  function pause(): void {
    clearInterval(timer)
    timer = undefined
    if (view.get().playing) change({ playing: false })
  }

  return {
    view: view.get,
    subscribe: view.subscribe,
    seek,
    play: () => {
      if (timer !== undefined) return
      if (view.get().atMs >= replay.durationMs) void seek(0)
      tickedAt = now()
      timer = setInterval(tick, TICK_MS)
      change({ playing: true })
    },
    pause,
    setSpeed: (speed) => change({ speed }),
  }
}
