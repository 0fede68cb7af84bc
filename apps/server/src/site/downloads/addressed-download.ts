import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Download } from '@pitboard/contract/site/downloads'
import { nameWithServer } from '@pitboard/contract/site/server-in-download'
import { LRUCache } from 'lru-cache'
import { type ArchiveEnd, createTail, readArchiveEnd } from './archive-tail.ts'

/** This file of the recorder knows the server which offers it. */
interface AddressedDownload {
  readonly download: Download
  /** Reads the bytes `first` to `last`, both included. */
  read(first: number, last: number): Readable
}

interface AddressedDownloads {
  /** `download` is a file in `folder`; `origin` is the address of the server. */
  address(folder: string, download: Download, origin: string): Promise<AddressedDownload>
}

interface Archive {
  readonly end: ArchiveEnd
  /** The hash covers everything before the end: the rest depends on the address and is short. */
  readonly hash: Hash
}

const ARCHIVES_MAX = 10

export function createAddressedDownloads(): AddressedDownloads {
  const archives = new LRUCache<string, Promise<Archive | null>>({ max: ARCHIVES_MAX })

  function openArchive(path: string, { sha256, bytes }: Download): Promise<Archive | null> {
    const key = `${sha256} ${path}`
    const known = archives.get(key)
    if (known) return known
    const opened = readArchive(path, bytes)
    archives.set(key, opened)
    opened.catch(() => archives.delete(key))
    return opened
  }

  return {
    async address(folder, download, origin) {
      const path = join(folder, download.file)
      const archive =
        download.kind === 'archive' || download.file.endsWith('.zip')
          ? await openArchive(path, download)
          : null
      if (archive === null) {
        const file = download.file.endsWith('.zip')
          ? download.file
          : nameWithServer(download.file, origin)
        return {
          download: { ...download, file },
          read: (start, end) => createReadStream(path, { start, end }),
        }
      }
      const { directoryAt } = archive.end
      const tail = createTail(archive.end, origin)
      const sha256 = archive.hash.copy().update(tail).digest('hex')
      return {
        download: { ...download, bytes: directoryAt + tail.length, sha256 },
        read: (first, last) => Readable.from(readParts(path, directoryAt, tail, first, last)),
      }
    },
  }
}

async function readArchive(path: string, bytes: number): Promise<Archive | null> {
  const end = await readArchiveEnd(path, bytes)
  if (end === null) return null
  const hash = createHash('sha256')
  if (end.directoryAt > 0) {
    for await (const chunk of createReadStream(path, { end: end.directoryAt - 1 }))
      hash.update(chunk)
  }
  return { end, hash }
}

async function* readParts(
  path: string,
  tailAt: number,
  tail: Buffer,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  if (first < tailAt) {
    yield* createReadStream(path, { start: first, end: Math.min(last, tailAt - 1) })
  }
  if (last >= tailAt) yield tail.subarray(Math.max(0, first - tailAt), last - tailAt + 1)
}
