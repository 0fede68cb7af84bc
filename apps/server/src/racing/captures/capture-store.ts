import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../../platform/files/file-store.ts'
import {
  type CapturedDatagram,
  packCapture,
  readDatagrams,
  unpackFrames,
} from './capture-format.ts'
import { itemAt } from '@pitboard/contract/wire/item-at'

/**
 * Stores the raw datagrams of sessions. The key of a capture names its parts: `{id}/1f8a+03c2` are the
 * files `captures/{id}/1f8a.pcap.zst` and `…/03c2.pcap.zst`. Each part has a name of its own, also where two
 * servers write one at the same moment, and a capture is whole until the session's row names another
 * one. Earlier versions numbered the parts, and before that stored one file, `captures/{id}.pcap.zst`,
 * under the key `{id}.pcap.zst`.
 */
export interface CaptureStore {
  /** Returns the key of a capture with a new part, after those of the capture `continues`. */
  newKey(sessionId: string, continues: string | null): string
  /** Writes datagrams as the last part of a new key. */
  write(key: string, datagrams: AsyncIterable<CapturedDatagram>): Promise<void>
  /** Stores a capture that is packed already under a new key. */
  add(key: string, packed: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads the datagrams of a capture in their order. Throws a `CaptureNotFound`. */
  read(key: string): AsyncIterable<CapturedDatagram>
  /** Opens the capture as one file; returns null where a part is missing. */
  open(key: string): Promise<{ readonly bytes: number; readonly content: Readable } | null>
  /** Returns the size in bytes; null where a part is missing. */
  measure(key: string): Promise<number | null>
  /**
   * Removes the files of the capture `removed` that the capture `current` of the session does not have, and
   * those that nothing has named for an hour: until then another server's row may name them. Returns false if
   * such files are left.
   */
  prune(sessionId: string, captures: PrunedCaptures): Promise<boolean>
}

interface PrunedCaptures {
  readonly removed: string | null
  readonly current: string | null
}

export class CaptureNotFound extends Error {
  constructor(key: string) {
    super(`There is no capture ${key}.`)
    this.name = 'CaptureNotFound'
  }
}

const FOLDER = 'captures'
const SUFFIX = '.pcap.zst'
const PART_NAME_BYTES = 8
const UNNAMED_MS = 60 * 60_000

/** Returns whether the session's row named another capture than the one that this key continues. */
export function continuesOther(key: string, named: string | null): boolean {
  const end = key.lastIndexOf('+')
  return end >= 0 && key !== named && key.slice(0, end) !== named
}

export function createCaptureStore(files: FileStore): CaptureStore {
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
    newKey(sessionId, continues) {
      const part = randomBytes(PART_NAME_BYTES).toString('hex')
      return continues === null ? `${sessionId}/${part}` : `${continues}+${part}`
    },
    async write(key, datagrams) {
      await files.put(lastFileOf(key), packCapture(datagrams, filesOf(key).length > 1))
    },
    async add(key, packed) {
      await files.put(lastFileOf(key), packed)
    },
    read: (key) => readDatagrams(key, unpack(key)),
    async open(key) {
      const bytes = await measure(key)
      if (bytes === null) return null
      return { bytes, content: Readable.from(readParts(key), { objectMode: false }) }
    },
    measure,
    async prune(sessionId, { removed, current }) {
      const used = current === null ? [] : filesOf(current)
      const unused = removed === null ? [] : filesOf(removed)
      let isClean = true
      for await (const { key, writtenAt } of files.list(`${FOLDER}/${sessionId}/`)) {
        if (used.includes(key)) continue
        const isOld = Date.now() - writtenAt.getTime() > UNNAMED_MS
        if (isOld || unused.includes(key)) await files.delete(key)
        else isClean = false
      }
      const former = `${FOLDER}/${sessionId}${SUFFIX}`
      if (!used.includes(former)) await files.delete(former)
      // A failed write may have left an empty folder, which goes with any file.
      if (current === null && isClean) await files.delete(partFile(sessionId, 'none'))
      return isClean
    },
  }
}

function partFile(sessionId: string, part: string): string {
  return `${FOLDER}/${sessionId}/${part}${SUFFIX}`
}

function lastFileOf(key: string): string {
  const files = filesOf(key)
  return itemAt(files, files.length - 1)
}

/**
 * Returns the files of a capture. A part that was appended to a file of an earlier version is
 * `{id}.pcap.zst+1`.
 */
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
