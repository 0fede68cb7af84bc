import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'
import { readCapture } from './read-stored-capture.ts'
import { syncFolder } from '../../platform/files/sync-folder.ts'

/** Private addresses for everyone: the real ones are nobody's business. */
const GAME = { address: '10.0.0.1', port: 20_777 }
const RECEIVER = { address: '10.0.0.2', port: 20_777 }

export interface CapturedDatagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Where the raw datagrams of sessions are kept. */
export interface CaptureStore {
  /**
   * Keeps the datagrams of a session as a capture file, durable when it resolves, and returns its
   * key. With `append` they follow those the session already has.
   */
  write(
    sessionId: string,
    datagrams: AsyncIterable<CapturedDatagram>,
    append: boolean,
  ): Promise<string>
  /** The datagrams of a capture in their order. Throws a `CaptureGone` where there is none. */
  read(key: string): AsyncIterable<CapturedDatagram>
  remove(key: string): Promise<void>
}

export function createFolderCaptures(folder: string): CaptureStore {
  return {
    async write(sessionId, datagrams, append) {
      await mkdir(folder, { recursive: true })
      const key = `${sessionId}.pcap.zst`
      const path = join(folder, key)
      const unfinished = `${path}.unfinished`
      const kept = append && (await copied(path, unfinished))
      // Zstandard frames that follow one another are one file: nothing is compressed again.
      const file = createWriteStream(unfinished, { flags: kept ? 'a' : 'w', flush: true })
      try {
        await pipeline(Readable.from(records(datagrams, !kept)), createZstdCompress(), file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await rename(unfinished, path)
      await syncFolder(folder)
      return key
    },
    read: (key) => readCapture(join(folder, key)),
    remove: (key) => rm(join(folder, key), { force: true }),
  }
}

async function* records(datagrams: AsyncIterable<CapturedDatagram>, withHead: boolean) {
  if (withHead) yield pcapHeader()
  for await (const datagram of datagrams) yield captureRecord(datagram)
}

/** A datagram as it stands in a capture. */
export function captureRecord({ atMs, bytes }: CapturedDatagram): Uint8Array {
  return pcapRecord({ atMs, bytes, source: GAME, destination: RECEIVER })
}

async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch {
    return false
  }
}
