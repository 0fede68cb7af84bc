import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, type FileStore, limitBytes, type StoredFile, UNFINISHED } from './file-store.ts'
import { syncFolder } from './sync-folder.ts'

/** Another file's deletion may remove the folder that was just made. */
const ATTEMPTS = 5

/** Stores files below a folder, each under its key as path. */
export function createFolderFiles(root: string): FileStore {
  const writing = new Map<string, Promise<unknown>>()

  function pathOf(key: string): string {
    checkKey(key)
    return join(root, key)
  }

  /** Writes of one file follow each other. */
  async function inTurn<T>(path: string, write: () => Promise<T>): Promise<T> {
    const turn = (writing.get(path) ?? Promise.resolve()).then(write, write)
    writing.set(path, turn)
    try {
      return await turn
    } finally {
      if (writing.get(path) === turn) writing.delete(path)
    }
  }

  return {
    async check() {},
    async put(key, content, bytesMax = Number.POSITIVE_INFINITY) {
      const path = pathOf(key)
      return inTurn(path, async () => {
        try {
          const bytes = await writeUnfinished(path + UNFINISHED, limitBytes(key, content, bytesMax))
          await rename(path + UNFINISHED, path)
          await syncFolder(dirname(path))
          return bytes
        } catch (error) {
          await rm(path + UNFINISHED, { force: true })
          throw error
        }
      })
    },
    async get(key, part) {
      const file = await orNull(open(pathOf(key)))
      if (!file) return null
      const { size, mtime } = await file.stat()
      const end = part?.last ?? null
      const content = file.createReadStream({
        start: part?.first ?? 0,
        ...(end !== null && { end }),
      })
      return { key, bytes: size, writtenAt: mtime, content }
    },
    async stat(key) {
      const known = await orNull(stat(pathOf(key)))
      return known?.isFile() ? { key, bytes: known.size, writtenAt: known.mtime } : null
    },
    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await rm(path + UNFINISHED, { force: true })
      await removeEmptyFolders(root, key)
    },
    async *list(prefix) {
      const slash = prefix.lastIndexOf('/') + 1
      yield* listFolder(root, prefix.slice(0, slash), prefix.slice(slash))
    },
    close() {},
  }
}

/** Writes a file that is durable with its content, but not with its name yet. */
async function writeUnfinished(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await openNew(path)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      await file.appendFile(chunk)
      bytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return bytes
}

async function openNew(path: string) {
  for (let attempt = 1; ; attempt++) {
    const made = await mkdir(dirname(path), { recursive: true })
    if (made !== undefined) await orNull(syncFolder(dirname(made)))
    const file = attempt < ATTEMPTS ? await orNull(open(path, 'w')) : await open(path, 'w')
    if (file) return file
  }
}

/** Folders of all files, such as `captures`, stay. */
async function removeEmptyFolders(root: string, key: string): Promise<void> {
  for (let folder = dirname(key); folder.includes('/'); folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder))
    } catch {
      return
    }
  }
}

async function* listFolder(
  root: string,
  folder: string,
  start: string,
): AsyncGenerator<StoredFile> {
  const entries = await orNull(readdir(join(root, folder), { withFileTypes: true }))
  for (const entry of entries ?? []) {
    if (!entry.name.startsWith(start)) continue
    const key = folder + entry.name
    if (entry.isDirectory()) yield* listFolder(root, `${key}/`, '')
    else {
      const known = await orNull(stat(join(root, key)))
      if (known) yield { key, bytes: known.size, writtenAt: known.mtime }
    }
  }
}

/** Returns null for what is missing. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
