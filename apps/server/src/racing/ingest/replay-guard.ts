import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFaultOf } from './data-fault.ts'
import { listSegments, segmentPath } from './journal.ts'
import { syncFolder } from '../../platform/files/sync-folder.ts'

const MARKER = 'replay-attempts'
const QUARANTINE = 'quarantine'
/** A power cut or a kill during a replay proves nothing yet. */
const CRASHES_MAX = 3
/** A segment that is no file will not become one. */
const UNREADABLE: readonly unknown[] = ['EISDIR', 'ENOTDIR', 'ELOOP', 'ERR_FS_FILE_TOO_LARGE']

/**
 * Replays a journal. One that cannot be replayed, or that crashed the process several times while it
 * was, goes to quarantine beside it, and the replay begins again without it.
 */
export async function guardReplay<T>(
  folder: string,
  replay: () => Promise<T>,
  onQuarantine: (reason: string) => void,
): Promise<T> {
  const crashes = await readCrashes(folder)
  if (crashes >= CRASHES_MAX) {
    await quarantineJournal(folder)
    onQuarantine(`the server crashed ${crashes} times while replaying it`)
  } else if ((await listSegments(folder)).length > 0) {
    await writeMarker(folder, crashes + 1)
  }
  try {
    return await replay()
  } catch (error) {
    const reason = faultOf(error)
    if (reason === null) throw error
    await quarantineJournal(folder)
    onQuarantine(reason)
    return await replay()
  } finally {
    await rm(join(folder, MARKER), { force: true })
  }
}

/** How often the process ended while this journal was being replayed. */
export async function readCrashes(folder: string): Promise<number> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10) || 0
}

/** Durable before the replay begins: a crash must not lose it. */
async function writeMarker(folder: string, attempts: number): Promise<void> {
  const file = await open(join(folder, MARKER), 'w')
  try {
    await file.writeFile(`${attempts}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}

/** The last quarantined journal is kept for the operator; an older one makes room for it. */
async function quarantineJournal(folder: string): Promise<void> {
  const to = join(folder, QUARANTINE)
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })
  for (const segment of await listSegments(folder)) {
    await rename(segmentPath(folder, segment), segmentPath(to, segment))
  }
  await syncFolder(folder)
}

function faultOf(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && UNREADABLE.includes(error.code)) {
    return String(error.code)
  }
  return dataFaultOf(error)
}
