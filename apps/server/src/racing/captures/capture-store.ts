import { Readable } from 'node:stream'
import type { FileStore } from '../../platform/files/file-store.ts'
import {
  type CapturedDatagram,
  packCapture,
  readDatagrams,
  unpackFrames,
} from './capture-format.ts'

/**
 * Stores the raw datagrams of sessions. The key of a capture names its parts: `{id}/1+3` are the
 * files `captures/{id}/1.pcap.zst` and `…/3.pcap.zst`. A part is never written twice, so that a
 * capture is whole until the session's row names another one. An earlier version stored one file,
 * `captures/{id}.pcap.zst`, under the key `{id}.pcap.zst`.
 */
export interface CaptureStore {
  /** Writes datagrams as a new part, after those of the capture `continues`. Returns the new key. */
  write(
    sessionId: string,
    datagrams: AsyncIterable<CapturedDatagram>,
    continues: string | null,
  ): Promise<string>
  /** Stores a capture that is packed already. */
  add(sessionId: string, packed: AsyncIterable<Uint8Array>): Promise<string>
  /** The datagrams of a capture in their order. Throws a `CaptureNotFound`. */
  read(key: string): AsyncIterable<CapturedDatagram>
  /** The capture as one file; null where a part is missing. */
  open(key: string): Promise<{ readonly bytes: number; readonly content: Readable } | null>
  /** Its size; null where a part is missing. */
  measure(key: string): Promise<number | null>
  /** Removes what the session's capture has replaced; all of it where `current` is null. */
  prune(sessionId: string, current: string | null): Promise<void>
}

export class CaptureNotFound extends Error {
  constructor(key: string) {
    super(`There is no capture ${key}.`)
    this.name = 'CaptureNotFound'
  }
}

const FOLDER = 'captures'
const SUFFIX = '.pcap.zst'

export function createCaptureStore(files: FileStore): CaptureStore {
  async function nextPart(sessionId: string): Promise<number> {
    let highest = 0
    for await (const { key } of files.list(`${FOLDER}/${sessionId}/`)) {
      highest = Math.max(highest, partOf(key))
    }
    return highest + 1
  }

  async function put(
    sessionId: string,
    packed: AsyncIterable<Uint8Array>,
    continues: string | null,
  ): Promise<string> {
    const part = await nextPart(sessionId)
    await files.put(partFile(sessionId, part), packed)
    return continues === null ? `${sessionId}/${part}` : `${continues}+${part}`
  }

  async function statAll(key: string) {
    const found = await Promise.all(filesOf(key).map((file) => files.stat(file)))
    return found.every((file) => file !== null) ? found : null
  }

  async function measure(key: string): Promise<number | null> {
    const parts = await statAll(key)
    return parts && parts.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async function* unpack(key: string): AsyncGenerator<Buffer> {
    const parts = await statAll(key)
    if (!parts) throw new CaptureNotFound(key)
    for (const { key: file, bytes } of parts) {
      const openAt = async (first: number) => {
        const opened = await files.get(file, { first, last: null })
        if (!opened) throw new CaptureNotFound(key)
        return opened.content
      }
      yield* unpackFrames(key, bytes, openAt)
    }
  }

  async function* readParts(key: string): AsyncGenerator<Uint8Array> {
    for (const file of filesOf(key)) {
      const opened = await files.get(file)
      if (!opened) throw new CaptureNotFound(key)
      yield* opened.content
    }
  }

  return {
    write: (sessionId, datagrams, continues) =>
      put(sessionId, packCapture(datagrams, continues !== null), continues),
    add: (sessionId, packed) => put(sessionId, packed, null),
    read: (key) => readDatagrams(key, unpack(key)),
    async open(key) {
      const bytes = await measure(key)
      if (bytes === null) return null
      return { bytes, content: Readable.from(readParts(key), { objectMode: false }) }
    },
    measure,
    async prune(sessionId, current) {
      const used = current === null ? [] : filesOf(current)
      const isUsed = (file: string) => used.includes(file)
      // A higher part is being written, for a row that follows.
      const newest = Math.max(0, ...used.map(partOf))
      let highest = 0
      for await (const { key } of files.list(`${FOLDER}/${sessionId}/`)) {
        highest = Math.max(highest, partOf(key))
        if (current === null || (!isUsed(key) && partOf(key) < newest)) await files.delete(key)
      }
      const former = `${FOLDER}/${sessionId}${SUFFIX}`
      if (!isUsed(former)) await files.delete(former)
      // A crash may have cut the next part short.
      if (current === null) await files.delete(partFile(sessionId, highest + 1))
    },
  }
}

function partFile(sessionId: string, part: number | string): string {
  return `${FOLDER}/${sessionId}/${part}${SUFFIX}`
}

/** The number of a part, 0 for the file of an earlier version. */
function partOf(file: string): number {
  return Number(/\/(\d+)\.pcap\.zst$/.exec(file)?.[1] ?? 0)
}

/** The files of a capture. What was appended to a file of an earlier version is `{id}.pcap.zst+1`. */
export function filesOf(key: string): string[] {
  const [first = '', ...more] = key.split('+')
  const slash = first.indexOf('/')
  if (slash < 0) {
    const sessionId = first.slice(0, -SUFFIX.length)
    return [`${FOLDER}/${first}`, ...more.map((part) => partFile(sessionId, part))]
  }
  const sessionId = first.slice(0, slash)
  return [first.slice(slash + 1), ...more].map((part) => partFile(sessionId, part))
}
