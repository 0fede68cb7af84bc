import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../platform/files/sync-folder.ts'

/** Where the bytes of files are kept. A key is a UUID and is never written twice. */
export interface FileStore {
  /** Durable when it resolves. */
  write(key: string, bytes: Buffer): Promise<void>
  /** Null where there is none. */
  read(key: string): Promise<Buffer | null>
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>
}

export function createFolderFiles(folder: string): FileStore {
  // Of a UUID's characters the last ones differ most.
  const pathOf = (key: string) => join(folder, key.slice(-2), key)

  return {
    async write(key, bytes) {
      const path = pathOf(key)
      const unfinished = `${path}.unfinished`
      await mkdir(dirname(path), { recursive: true })
      const file = await open(unfinished, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncFolder(dirname(path))
    },
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.unfinished`, { force: true })
    },
  }
}
