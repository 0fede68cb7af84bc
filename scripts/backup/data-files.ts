import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { FILES_FOLDER } from './manifest.ts'
import type { ArchiveEntry } from './read-archive.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** Races that are being driven have their journals there. */
const JOURNALS_FOLDER = 'ingest'
/** The server makes these entries of DATA_DIR again, and those of PostgreSQL are its own. */
const NOT_BACKED_UP =
  /^(postgres[^/]*|lock(-workers)?|replays|timelines|run|backups|compiled)(\/|$)/
/** What is being written has another name until it is complete. */
const UNFINISHED = /\.(unfinished|new)$/

/** Lists paths below DATA_DIR, with slashes. */
async function listDataFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, sep).length))
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !NOT_BACKED_UP.test(path))
    .toSorted()
}

/** The file is as it was when it was opened: more may be appended since, and it may be removed. */
interface OpenedFile {
  readonly path: string
  readonly handle: FileHandle
  readonly bytes: number
}

async function openFile(dataDir: string, path: string): Promise<OpenedFile | null> {
  try {
    const handle = await open(join(dataDir, path), 'r')
    return { path, handle, bytes: (await handle.stat()).size }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Adds the journals. All are opened before the first is read, so that a server which drops a segment
 * meanwhile takes nothing out of the middle.
 */
export async function addJournals(archive: ArchiveWriter, dataDir: string): Promise<string[]> {
  const paths = (await listDataFiles(dataDir)).filter((path) => isJournal(path))
  const files: OpenedFile[] = []
  try {
    for (const path of paths) {
      const file = await openFile(dataDir, path)
      if (file) files.push(file)
    }
    for (const file of files) await addFile(archive, file)
  } finally {
    for (const { handle } of files) await handle.close()
  }
  return files.map(({ path }) => path)
}

/** Adds everything but the journals; returns the paths. */
export async function addFiles(archive: ArchiveWriter, dataDir: string): Promise<string[]> {
  const added: string[] = []
  for (const path of await listDataFiles(dataDir)) {
    if (isJournal(path)) continue
    const file = await openFile(dataDir, path)
    if (!file) continue
    try {
      await addFile(archive, file)
      added.push(path)
    } finally {
      await file.handle.close()
    }
  }
  return added
}

function isJournal(path: string): boolean {
  return path.startsWith(`${JOURNALS_FOLDER}/`)
}

async function addFile(archive: ArchiveWriter, { path, handle, bytes }: OpenedFile): Promise<void> {
  const content =
    bytes === 0
      ? Readable.from([])
      : handle.createReadStream({ autoClose: false, start: 0, end: bytes - 1 })
  await archive.add(`${FILES_FOLDER}${path}`, bytes, content)
}

/** Writes a file of an archive below the folder. */
export async function restoreFile(dataDir: string, { name, content }: ArchiveEntry): Promise<void> {
  const parts = name.slice(FILES_FOLDER.length).split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part))) {
    throw new StartError(`The backup has a file with the name ${name}, which is not allowed.`)
  }
  const path = join(dataDir, ...parts)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}
