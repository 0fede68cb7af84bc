import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readDiskUse } from '@pitboard/server/platform/files/disk-space'
import { advise, type Finding, good, reasonOf, warn } from './finding.ts'

const SUBJECT = 'data folder'
/** The server itself refuses changes below 512 MiB. */
const FREE_BYTES_MIN = 1024 ** 3
const FREE_SHARE_ADVISED = 0.1
/** Started by root, the server lets the group of PostgreSQL's account pass through (0710): it may not list the folder. */
const OTHERS = 0o067

export async function examineDataFolder(folder: string): Promise<Finding[]> {
  try {
    const { mode } = await stat(folder)
    await access(folder, constants.R_OK | constants.W_OK)
    const findings = [await examineDisk(folder)]
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      findings.push(
        advise(
          SUBJECT,
          `other users of the machine may enter ${folder}, which has keys in it`,
          `chmod 700 ${folder}`,
        ),
      )
    }
    return findings
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return [await examinePlace(folder)]
    return [unusable(folder, error)]
  }
}

/** Looks whether the folder can be made, which is not there yet. */
async function examinePlace(folder: string): Promise<Finding> {
  try {
    const place = await findExisting(dirname(folder))
    await access(place, constants.W_OK | constants.X_OK)
    const disk = await examineDisk(place)
    return disk.state === 'good' ? good(SUBJECT, `${folder} is made at the first start`) : disk
  } catch (error) {
    return unusable(folder, error)
  }
}

async function findExisting(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const parent = dirname(folder)
    if (reasonOf(error) !== 'ENOENT' || parent === folder) throw error
    return findExisting(parent)
  }
}

function unusable(folder: string, error: unknown): Finding {
  return warn(
    SUBJECT,
    `${folder} cannot be used (${reasonOf(error)})`,
    'Set DATA_DIR to a folder that belongs to the user who runs the server.',
  )
}

async function examineDisk(folder: string): Promise<Finding> {
  const { freeBytes, sizeBytes } = await readDiskUse(folder)
  const free = `${(freeBytes / 1e9).toFixed(1)} GB of its disk are free`
  const remedy =
    'Make room, or limit the captures: CAPTURE_DAYS, CAPTURE_USER_MB, CAPTURE_TOTAL_MB.'
  if (freeBytes < FREE_BYTES_MIN) return warn(SUBJECT, free, remedy)
  if (freeBytes < sizeBytes * FREE_SHARE_ADVISED) return advise(SUBJECT, free, remedy)
  return good(SUBJECT, `${folder}; ${free}`)
}
