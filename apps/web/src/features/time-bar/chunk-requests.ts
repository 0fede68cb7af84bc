import type { ReplayChunk } from '@pitboard/contract/live/replay'

/** A chunk that failed is not fetched ahead again sooner: the player asks ten times a second. */
const RETRY_MS = 2_000

type ReadChunk = (signal: AbortSignal) => Promise<ReplayChunk>

export interface ChunkRequests {
  /** Joins the request of this chunk if there is one. */
  readonly fetch: (number: number, read: ReadChunk) => Promise<ReplayChunk>
  /** Returns whether to fetch it before it is needed. */
  readonly mayFetchAhead: (number: number) => boolean
  /** Aborts the requests of chunks that are not this one or beside it. */
  readonly abortFarFrom: (number: number) => void
  readonly abortAll: () => void
}

/** Makes the requests of a timeline for parts that are not in memory: one for each chunk at a time. */
export function createChunkRequests(now: () => number): ChunkRequests {
  const requests = new Map<
    number,
    { readonly controller: AbortController; readonly chunk: Promise<ReplayChunk> }
  >()
  const failedAtMs = new Map<number, number>()

  async function request(number: number, read: ReadChunk, controller: AbortController) {
    try {
      const chunk = await read(controller.signal)
      failedAtMs.delete(number)
      return chunk
    } catch (error) {
      if (!controller.signal.aborted) failedAtMs.set(number, now())
      throw error
    } finally {
      if (requests.get(number)?.controller === controller) requests.delete(number)
    }
  }

  function abort(isUnwanted: (number: number) => boolean): void {
    for (const [number, { controller }] of requests) {
      if (!isUnwanted(number)) continue
      requests.delete(number)
      controller.abort()
    }
  }

  return {
    fetch(number, read) {
      const known = requests.get(number)
      if (known) return known.chunk
      const controller = new AbortController()
      const chunk = request(number, read, controller)
      requests.set(number, { controller, chunk })
      return chunk
    },
    mayFetchAhead(number) {
      const failed = failedAtMs.get(number)
      return failed === undefined || now() - failed >= RETRY_MS
    },
    abortFarFrom(number) {
      abort((other) => Math.abs(other - number) > 1)
    },
    abortAll() {
      failedAtMs.clear()
      abort(() => true)
    },
  }
}
