import { sql } from 'kysely'
import type { Replay } from '@pitboard/contract/live/replay'
import type { Db } from '../../platform/db/tables.ts'
import {
  deleteStoredFiles,
  type FileStore,
  readStoredFile,
  type StoredFile,
} from '../../platform/files/file-store.ts'
import { chunkKey, manifestKey } from './write-replay.ts'

const ROOT = 'replays/'
/** Replays beyond this are removed, and made again from their captures on request. */
const BYTES_MAX = 2 * 1024 ** 3
/** The time at which a replay was last watched is exact to this. */
const USED_WITHIN_MS = 60 * 60_000
/** No replay takes this long to prepare. */
const UNFINISHED_MS = 2 * 60 * 60_000

/** Returns the folder of a replay, which names the session and a version of it. */
export function replayFolder(id: string, version: string): string {
  return `${ROOT}${id}.${version}`
}

/**
 * Reads a replay; returns null unless it is stored completely. The time of its manifest is when it was last
 * watched.
 */
export async function readReplay(
  files: FileStore,
  folder: string,
  nowMs: number,
): Promise<Replay | null> {
  const key = manifestKey(folder)
  const bytes = await readStoredFile(files, key)
  if (!bytes) return null
  const replay: Replay = JSON.parse(bytes.toString())
  const manifest = await files.stat(key)
  const isDue = manifest && nowMs - manifest.writtenAt.getTime() > USED_WITHIN_MS
  if (isDue) await files.put(key, bytes)
  return replay
}

/** Returns JSON, compressed by gzip; null for a missing chunk. */
export async function readChunk(
  files: FileStore,
  folder: string,
  chunk: number,
): Promise<Buffer | null> {
  return readStoredFile(files, chunkKey(folder, chunk))
}

/** Removes all versions of a session's replay. */
export async function removeReplays(files: FileStore, id: string): Promise<void> {
  await deleteStoredFiles(files, `${ROOT}${id}.`)
}

interface StoredReplay {
  readonly folder: string
  bytes: number
  /** It is null without a manifest. */
  usedMs: number | null
  newestMs: number
}

async function listReplays(files: FileStore): Promise<StoredReplay[]> {
  const replays = new Map<string, StoredReplay>()
  for await (const file of files.list(ROOT)) {
    const folder = file.key.slice(0, file.key.indexOf('/', ROOT.length))
    const known = replays.get(folder) ?? { folder, bytes: 0, usedMs: null, newestMs: 0 }
    replays.set(folder, known)
    addFile(known, file)
  }
  return [...replays.values()]
}

function addFile(replay: StoredReplay, { key, bytes, writtenAt }: StoredFile): void {
  const writtenMs = writtenAt.getTime()
  replay.bytes += bytes
  replay.newestMs = Math.max(replay.newestMs, writtenMs)
  if (key === manifestKey(replay.folder)) replay.usedMs = writtenMs
}

/**
 * Removes the replays of deleted sessions, what a killed server had begun, and the least recently
 * watched ones beyond the limit.
 */
export async function tidyReplays(
  db: Db,
  files: FileStore,
  nowMs: number,
  bytesMax = BYTES_MAX,
): Promise<void> {
  const replays = await listReplays(files)
  const stored = await findStored(db, replays)
  const isStale = ({ folder, usedMs, newestMs }: StoredReplay) =>
    !stored.has(sessionOf(folder)) || (usedMs === null && nowMs - newestMs > UNFINISHED_MS)
  const stale = new Set(replays.filter(isStale))
  const used = replays.filter((replay) => !stale.has(replay))
  let bytes = used.reduce((sum, each) => sum + each.bytes, 0)
  for (const replay of used.toSorted((a, b) => (a.usedMs ?? nowMs) - (b.usedMs ?? nowMs))) {
    if (bytes <= bytesMax) break
    stale.add(replay)
    bytes -= replay.bytes
  }
  for (const { folder } of stale) {
    // Nobody begins to watch a replay without its manifest.
    await files.delete(manifestKey(folder))
    await deleteStoredFiles(files, `${folder}/`)
  }
}

function sessionOf(folder: string): string {
  const [id = ''] = folder.slice(ROOT.length).split('.', 1)
  return id
}

async function findStored(db: Db, replays: readonly StoredReplay[]): Promise<ReadonlySet<string>> {
  const ids = replays.flatMap(({ folder }) => /^[\da-f-]{36}$/.exec(sessionOf(folder))?.[0] ?? [])
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
