import { copyFile, stat, truncate } from 'node:fs/promises'

const LOG_BYTES_MAX = 10_000_000

/**
 * Moves the content of a log above its limit to `.1`. PostgreSQL has the file open and appends to
 * it, so the file is copied and emptied instead of renamed.
 */
export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size <= LOG_BYTES_MAX) return
  await copyFile(logFile, `${logFile}.1`)
  await truncate(logFile)
}
