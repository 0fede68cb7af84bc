import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type RecorderUpdate, recorderUpdates } from '@pitboard/contract/ingest/recorder-update'
import { pathOf } from '@pitboard/contract/wire/client'
import { errorCode, errorText, Failure } from '../failure.ts'
import { createServerFetch, describeNoAnswer } from '../stream/proxy.ts'
import { readZipFile } from './zip-file.ts'

/** A connection that sends nothing is given up. */
const SILENCE_MS = 30_000
/** The program has this name in an archive for macOS. */
const PROGRAM_IN_ARCHIVE = 'pitboard-recorder'
const ZIP = 0x04034b50

interface Download {
  readonly server: string
  readonly update: RecorderUpdate
  /** The program is written there; nothing is left there if it fails. */
  readonly path: string
  readonly cancelled: AbortSignal
  onProgress(bytes: number): void
}

/** Writes exactly what the manifest describes, ready to be started. Throws a `Failure`. */
export async function downloadUpdate(download: Download): Promise<void> {
  const { path, update } = download
  rmSync(path, { force: true })
  try {
    await fetchFile(download)
    if (readFileSync(path).readUInt32LE(0) === ZIP) await unpack(path, update)
  } catch (error) {
    rmSync(path, { force: true })
    if (error instanceof Failure) throw error
    if (errorCode(error) === 'ENOSPC') {
      throw new Failure('The disk has no room for the update', 'Make room, then try it again.')
    }
    throw new Failure(`The update could not be stored: ${errorText(error)}`, 'Try it again later.')
  }
}

async function fetchFile({ server, update, path, cancelled, onProgress }: Download): Promise<void> {
  const { bytes, platform, sha256 } = update
  const hash = createHash('sha256')
  const file = openSync(path, 'wx', 0o700)
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), SILENCE_MS)
  let received = 0
  try {
    const answer = await createServerFetch(server)(
      server + pathOf(recorderUpdates.file, { platform }),
      // Another host is not the one that the user has paired the recorder with.
      { redirect: 'error', signal: AbortSignal.any([cancelled, stalled.signal]) },
    )
    if (!answer.ok || answer.body === null) {
      throw new Failure(`${server} does not send the update`, 'Try it again later.')
    }
    for await (const chunk of answer.body) {
      timer.refresh()
      received += chunk.length
      if (received > bytes) break
      hash.update(chunk)
      // A disk that is nearly full takes a part of a chunk: all of it is written, or that fails.
      writeFileSync(file, chunk)
      onProgress(received)
    }
    fsyncSync(file)
  } catch (error) {
    if (error instanceof Failure || hasCode(error)) throw error
    throw new Failure(describeNoAnswer(server, error), 'Try it again later.')
  } finally {
    clearTimeout(timer)
    closeSync(file)
  }
  if (received !== bytes || hash.digest('hex') !== sha256) {
    throw new Failure('The update has arrived incomplete or changed', 'Try it again later.')
  }
}

/** Recognises errors of the disk, which are not the server's fault. */
function hasCode(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write'
}

async function unpack(path: string, { platform }: RecorderUpdate): Promise<void> {
  const program = await readZipFile(readFileSync(path), PROGRAM_IN_ARCHIVE)
  if (program === null) {
    throw new Failure(`The update for ${platform} holds no program`, 'Try it again later.')
  }
  rmSync(path)
  writeFileSync(path, program, { mode: 0o700, flush: true })
}
