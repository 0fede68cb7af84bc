import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The address of a Unix socket may have 108 bytes on Linux and 104 elsewhere, with its final zero. */
const PATH_BYTES_MAX = 103
/** A socket's name in the folder may have this many. */
const NAME_BYTES_MAX = 32
const FOLDER_MODE = 0o700

interface RunFolder {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Opens a folder for sockets that only our account may enter: below `dataDir`, or elsewhere if their addresses would be
 * too long. What an earlier server has left in it is removed.
 */
export async function openRunFolder(dataDir: string): Promise<RunFolder> {
  const inside = join(dataDir, 'run')
  const isShort = Buffer.byteLength(inside) + 1 + NAME_BYTES_MAX <= PATH_BYTES_MAX
  if (isShort) {
    await rm(inside, { recursive: true, force: true })
    await mkdir(inside, { mode: FOLDER_MODE })
    await chmod(inside, FOLDER_MODE)
  }
  const path = isShort ? inside : await mkdtemp(join(tmpdir(), 'pitboard-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
