import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import { LIVE_PROTOCOL, type StateMessage } from '@pitboard/contract/live/live-protocol'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { extendMarks, type TimelineMarks } from '@pitboard/analysis/live/timeline-marks'
import { gunzip, gzip } from '../../../platform/http/compression.ts'
import { CHUNK_MS, type TimelineProgress } from './timeline.ts'

const INDEX = 'index.json'
const CHUNK_NAME = /^(\d{1,9})\.json\.gz$/
const PART_NAME = /^(\d{1,9})\.part$/

/** A restart needs this beside the chunks. */
interface StoredIndex extends TimelineMarks {
  /** Messages of another protocol would make wrong states. */
  readonly protocol: number
  readonly userId: string
  /** It is the last moment of the timeline; `epochMs` is when it was (Unix ms). */
  readonly atMs: number
  readonly epochMs: number
}

/** An earlier run of the server left the timeline like this. */
export interface EarlierTimeline {
  readonly userId: string
  readonly progress: TimelineProgress
  /** The last moment was at this time (Unix ms). */
  readonly lastEpochMs: number
  /** The key is the number of a chunk, the value its size in bytes. */
  readonly sizes: ReadonlyMap<number, number>
}

/** A timeline has files of complete chunks, of the messages of the chunk under way, and of an index. */
interface TimelineFiles {
  writeChunk(number: number, bytes: Buffer): Promise<void>
  readChunk(number: number): Promise<Buffer | null>
  removeChunk(number: number): Promise<void>
  /** Adds messages to a chunk that is not complete, so that a crash loses a second at most. */
  append(number: number, messages: readonly string[]): Promise<void>
  writeIndex(index: Omit<StoredIndex, 'protocol'>): Promise<void>
  /** Returns null where nothing can be played. */
  readEarlier(): Promise<EarlierTimeline | null>
  remove(): Promise<void>
}

export function createTimelineFiles(folder: string): TimelineFiles {
  const indexPath = join(folder, INDEX)
  const chunkPath = (number: number) => join(folder, `${number}.json.gz`)
  const partPath = (number: number) => join(folder, `${number}.part`)

  /** Writes in the folder, which exists after the first write unless somebody has removed it. */
  async function writeInFolder(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      await mkdir(folder, { recursive: true })
      await write()
    }
  }

  async function writeChunk(number: number, bytes: Buffer): Promise<void> {
    await writeInFolder(() => writeFile(`${chunkPath(number)}.new`, bytes))
    await rename(`${chunkPath(number)}.new`, chunkPath(number))
    await rm(partPath(number), { force: true })
  }

  /** Compresses what the crash left uncompressed, except for the chunk that was being filled. */
  async function completeParts(parts: readonly number[]): Promise<void> {
    for (const number of parts.slice(0, -1)) {
      const texts = (await readPart(partPath(number))).map((message) => JSON.stringify(message))
      await writeChunk(number, await gzip(`{"messages":[${texts.join(',')}]}`))
    }
  }

  async function listNumbers(name: RegExp): Promise<number[]> {
    const numbers = (await readdir(folder)).map((file) => name.exec(file)?.[1])
    return numbers
      .filter((number) => number !== undefined)
      .map(Number)
      .toSorted((a, b) => a - b)
  }

  return {
    writeChunk,
    readChunk: (number) => readFile(chunkPath(number)).catch(() => null),
    removeChunk: (number) => rm(chunkPath(number), { force: true }),
    append(number, messages) {
      const lines = messages.map((message) => `${message}\n`).join('')
      return writeInFolder(() => appendFile(partPath(number), lines))
    },
    async writeIndex(index) {
      const json = JSON.stringify({ ...index, protocol: LIVE_PROTOCOL })
      await writeInFolder(() => writeFile(`${indexPath}.new`, json))
      await rename(`${indexPath}.new`, indexPath)
    },
    async readEarlier() {
      const index = await readIndex(indexPath)
      if (index?.protocol !== LIVE_PROTOCOL) return null
      const complete = new Set(await listNumbers(CHUNK_NAME))
      const parts = (await listNumbers(PART_NAME)).filter((number) => !complete.has(number))
      await completeParts(parts)
      const chunks = await listNumbers(CHUNK_NAME)
      const lastChunk = chunks.at(-1)
      const lastPart = parts.at(-1)
      const before = lastChunk === undefined ? [] : await readMessages(chunkPath(lastChunk))
      const underWay = lastPart === undefined ? [] : await readPart(partPath(lastPart))
      const played = play([...before, ...underWay], index)
      if (!played) return null
      const stats = await Promise.all(
        chunks.map(async (number) => [number, (await stat(chunkPath(number))).size] as const),
      )
      const number =
        underWay.length > 0 && lastPart !== undefined ? lastPart : (lastChunk ?? -1) + 1
      return {
        userId: index.userId,
        sizes: new Map(stats),
        lastEpochMs: index.epochMs + played.atMs - index.atMs,
        progress: {
          number,
          marks: played.marks,
          messages: underWay.map((message) => JSON.stringify(message)),
          durationMs: Math.max(played.atMs, number * CHUNK_MS),
          last: played.state,
        },
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function play(messages: readonly StateMessage[], { laps, events }: TimelineMarks) {
  let state: LiveSession | null = null
  let marks: TimelineMarks = { laps, events }
  let atMs = 0
  for (const message of messages) {
    state = applyMessage(state, message)
    if (state) marks = extendMarks(marks, message.at, state)
    atMs = message.at
  }
  return state && { state, marks, atMs }
}

async function readIndex(path: string): Promise<StoredIndex | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const index: StoredIndex = JSON.parse(text)
  return index
}

async function readMessages(path: string): Promise<readonly StateMessage[]> {
  const chunk: ReplayChunk = JSON.parse((await gunzip(await readFile(path))).toString())
  return chunk.messages
}

/** Reads the messages of a chunk; a crash can leave the last line torn. */
async function readPart(path: string): Promise<StateMessage[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => {
    const message: StateMessage = JSON.parse(line)
    return message
  })
}
