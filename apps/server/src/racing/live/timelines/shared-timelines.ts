import type { Replay } from '@pitboard/contract/live/replay'
import { LRUCache } from 'lru-cache'
import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import type { StoredTimeline, TimelineChunk } from './stored-timeline.ts'

/**
 * The index, and the chunk that is being filled, are requested from the owner at most once in this interval.
 */
const PRESENT_MS = 1_000
const INDEXES_MAX = 500
const CHUNKS_BYTES_MAX = 16 * 1024 ** 2

/** Reads what can be played of a session, wherever its timeline is. */
export interface TimelineReader {
  describe(id: string): Promise<Replay | null>
  readChunk(id: string, version: string, number: number): Promise<TimelineChunk | null>
}

const subject = (id: string) => `live.${id}.timeline`
const COMPLETE = 1

/** Answers other servers with the timeline. Returns the function that ends the answers. */
export function answerTimeline(fanOut: FanOut, id: string, timeline: StoredTimeline): () => void {
  return fanOut.respond(subject(id), async (payload) => {
    const request = Buffer.from(payload).toString()
    if (request === '') return Buffer.from(JSON.stringify(timeline.describe()))
    const [version, number] = request.split(' ')
    const chunk = version === timeline.version ? await timeline.readChunk(Number(number)) : null
    if (!chunk) return new Uint8Array()
    return Buffer.concat([Buffer.from([chunk.isComplete ? COMPLETE : 0]), chunk.bytes])
  })
}

/** Creates a reader of the timelines of other servers, which reads each part once for all who request it. */
export function createRemoteTimelines(fanOut: FanOut): TimelineReader {
  const indexes = new LRUCache<string, { readonly replay: Replay | null }>({
    max: INDEXES_MAX,
    ttl: PRESENT_MS,
    async fetchMethod(id) {
      const answer = await request(id, '')
      const replay: Replay | null = answer && JSON.parse(answer.toString())
      return { replay }
    },
  })
  const chunks = new LRUCache<string, TimelineChunk, { id: string; part: string }>({
    maxSize: CHUNKS_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    async fetchMethod(_key, _stale, { options, context: { id, part } }) {
      const answer = await request(id, part)
      if (!answer || answer.length === 0) return undefined
      const isComplete = answer[0] === COMPLETE
      if (!isComplete) options.ttl = PRESENT_MS
      return { isComplete, bytes: answer.subarray(1) }
    },
  })

  async function request(id: string, part: string): Promise<Buffer | null> {
    const answer = await fanOut.request(subject(id), Buffer.from(part)).catch(() => null)
    return answer && Buffer.from(answer)
  }

  const describe = async (id: string) => (await indexes.fetch(id))?.replay ?? null

  return {
    describe,
    async readChunk(id, version, number) {
      const replay = await describe(id)
      const isThere = replay?.version === version && number < replay.chunks
      if (!isThere) return null
      const part = `${version} ${number}`
      return (await chunks.fetch(`${id} ${part}`, { context: { id, part } })) ?? null
    },
  }
}
