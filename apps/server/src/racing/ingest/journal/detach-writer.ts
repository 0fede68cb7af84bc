import { copyFile, open, rename } from 'node:fs/promises'
import { syncFolder } from '../../../platform/files/sync-folder.ts'
import { listSegments, segmentPath } from './journal-segments.ts'

/**
 * Cuts off a process that may still have the newest segment open: this one reads a copy in its place. A new
 * segment of that process fails, because the next owner has taken its number.
 */
export async function detachWriter(folder: string): Promise<void> {
  const newest = (await listSegments(folder)).at(-1)
  if (newest === undefined) return
  const path = segmentPath(folder, newest)
  const copy = `${path}.copy`
  await copyFile(path, copy)
  const file = await open(copy, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(copy, path)
  await syncFolder(folder)
}
