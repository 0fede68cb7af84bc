import type { Config } from '@pitboard/server/platform/config/config'
import { listBackups } from '@pitboard/server/site/backups/scheduled-backups'
import { advise, type Finding, good, warn } from './finding.ts'

const SUBJECT = 'backups'
const HOUR_MS = 60 * 60_000

export async function examineBackups({ backupDir, backupHours }: Config): Promise<Finding> {
  if (backupDir === null) {
    return advise(
      SUBJECT,
      'this server makes none by itself',
      'Set BACKUP_DIR to a folder on another disk, unless a schedule of your own calls npm run backup.',
    )
  }
  const newest = (await listBackups(backupDir)).at(-1)
  const remedy =
    'Find "the scheduled backup failed" in the log, and look whether its disk has room.'
  if (newest === undefined) return advise(SUBJECT, `${backupDir} has none yet`, remedy)
  const hours = (Date.now() - newest.atMs) / HOUR_MS
  const age = `the newest in ${backupDir} is ${Math.round(hours)} hours old`
  return hours > 2 * backupHours ? warn(SUBJECT, age, remedy) : good(SUBJECT, age)
}
