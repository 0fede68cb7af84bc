import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { syncFolder } from '@pitboard/server/platform/files/sync-folder'
import { pack } from 'tar-stream'
import { type Checksums, CHECKSUMS_ENTRY } from './manifest.ts'

export interface ArchiveWriter {
  /** The content has exactly `bytes` bytes. */
  add(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>
  addJson(name: string, value: unknown): Promise<void>
  /** Adds the checksums; the file is durable and has its name when it resolves. */
  finish(): Promise<number>
  abandon(): Promise<void>
}

/** Creates a tar archive, compressed with zstd, that only its owner can read. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const path = resolve(file)
  if (await exists(path)) throw new StartError(`${file} exists already. Choose another name.`)
  const unfinished = `${path}.unfinished`
  const tar = pack()
  const checksums: Checksums = {}
  const written = pipeline(
    tar,
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  )
  // `add` and `finish` throw its failure; until then it must not end the process.
  written.catch(() => {})

  async function add(
    name: string,
    bytes: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const hash = createHash('sha256')
    const entry = tar.entry({ name, size: bytes, mode: 0o600, mtime: new Date(0) })
    const hashed = async function* () {
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
    }
    await Promise.race([
      pipeline(Readable.from(hashed()), entry),
      written.then(() => Promise.reject(new Error(`${file} was closed too early.`))),
    ])
    checksums[name] = { bytes, sha256: hash.digest('hex') }
  }

  async function addJson(name: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    await add(name, bytes.length, Readable.from([bytes]))
  }

  return {
    add,
    addJson,
    async finish() {
      await addJson(CHECKSUMS_ENTRY, checksums)
      tar.finalize()
      await written
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return (await stat(path)).size
    },
    async abandon() {
      tar.destroy()
      await written.catch(() => null)
      await rm(unfinished, { force: true })
    },
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
