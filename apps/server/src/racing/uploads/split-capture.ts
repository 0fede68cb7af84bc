import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, type ZstdCompress } from 'node:zlib'
import { readHeader } from '@pitboard/telemetry/decode'
import { type CapturedDatagram, createCaptureEncoder } from '../captures/capture-format.ts'

/** Nothing can be made of an uploaded file; the message says why. */
export class RefusedFile extends Error {
  readonly status: 413 | 415 | 422

  constructor(status: 413 | 415 | 422, message: string) {
    super(message)
    this.name = 'RefusedFile'
    this.status = status
  }
}

interface CapturePart {
  readonly path: string
  readonly datagrams: number
}

interface OpenPart {
  readonly path: string
  readonly encoder: ReturnType<typeof createCaptureEncoder>
  readonly zstd: ZstdCompress
  readonly written: Promise<void>
  datagrams: number
}

/**
 * Writes the datagrams of each of some sessions to a file of its own: those with its UIDs and the histories
 * of the lobby amid them, as `belongsTo` says. The files are durable when it resolves.
 */
export async function splitCapture(
  datagrams: AsyncIterable<CapturedDatagram>,
  folder: string,
  sessions: readonly { readonly uids: readonly string[] }[],
): Promise<CapturePart[]> {
  const parts = sessions.map((_, place) => openPart(join(folder, `${place}.pcap.zst`)))
  const failed = Promise.all(parts.map(({ written }) => written))
  failed.catch(() => {})
  const byUid = new Map<string, OpenPart>()
  for (const [place, { uids }] of sessions.entries()) {
    const part = parts[place]
    if (part) for (const uid of uids) byUid.set(uid, part)
  }
  let amid: OpenPart | undefined
  for await (const datagram of datagrams) {
    const read = readHeader(datagram.bytes)
    if (read.kind === 'rejected') continue
    const { sessionUid } = read.header
    if (sessionUid !== 0n) amid = byUid.get(String(sessionUid))
    else if (read.kind !== 'sessionHistory') continue
    if (!amid) continue
    amid.datagrams++
    const block = amid.encoder.encode(datagram)
    if (block && !amid.zstd.write(block)) {
      await Promise.race([once(amid.zstd, 'drain'), failed])
    }
  }
  for (const { zstd, encoder } of parts) zstd.end(encoder.flush())
  await failed
  return parts.map(({ path, datagrams }) => ({ path, datagrams }))
}

function openPart(path: string): OpenPart {
  const zstd = createZstdCompress()
  const written = pipeline(zstd, createWriteStream(path, { flush: true }))
  return { path, encoder: createCaptureEncoder(true), zstd, written, datagrams: 0 }
}
