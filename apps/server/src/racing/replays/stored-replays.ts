import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Replay } from '@pitboard/contract/live/replay'
import type { Db } from '../../platform/db/tables.ts'
import { MANIFEST, UNFINISHED } from './write-replay.ts'

/** Removed replays are made again from their captures on request. */
const BYTES_MAX = 2 * 1024 ** 3

/** A replay's folder says which session and which version of it. */
export function replayFolder(root: string, id: string, version: string): string {
  return join(root, `${id}.${version}`)
}

export async function readReplay(folder: string): Promise<Replay | null> {
  try {
    const replay: Replay = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))
    const now = new Date()
    await utimes(join(folder, MANIFEST), now, now)
    return replay
  } catch {
    return null
  }
}

/** Gzip of JSON; null for a missing chunk. */
export async function readChunk(folder: string, chunk: number): Promise<Buffer | null> {
  return readFile(join(folder, `${chunk}.json.gz`)).catch(() => null)
}

/** Removes all versions of a session's replay. */
export async function removeReplays(root: string, id: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    if (name.startsWith(`${id}.`)) await rm(join(root, name), { recursive: true, force: true })
  }
}

/** Removes what a killed server had begun. Only safe while none is being prepared. */
export async function removeUnfinishedReplays(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    if (name.endsWith(UNFINISHED)) await rm(join(root, name), { recursive: true, force: true })
  }
}

/** Removes the replays of deleted sessions. */
export async function removeReplaysOfDeletedSessions(db: Db, root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  const ids = names.flatMap((name) => /^[\da-f-]{36}(?=\.)/.exec(name) ?? [])
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!known.has(id)) await removeReplays(root, id)
}

/** Removes the least recently used replays beyond the limit. */
export async function removeLeastUsedReplays(root: string, bytesMax = BYTES_MAX): Promise<void> {
  const names = await readdir(root).catch(() => [])
  const known = await Promise.all(names.map((name) => measure(join(root, name))))
  let bytes = known.reduce((sum, each) => sum + each.bytes, 0)
  for (const { folder, bytes: own } of known.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (bytes <= bytesMax) return
    await rm(folder, { recursive: true, force: true })
    bytes -= own
  }
}

async function measure(folder: string) {
  const files = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const used = await stat(join(folder, MANIFEST)).catch(() => null)
  return { folder, bytes: sizes.reduce((sum, size) => sum + size, 0), usedMs: used?.mtimeMs ?? 0 }
}
