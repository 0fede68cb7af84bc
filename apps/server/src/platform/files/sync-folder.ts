import { open } from 'node:fs/promises'

/** Makes new and renamed files of a folder durable, where the system knows such a thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
