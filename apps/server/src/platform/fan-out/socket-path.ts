import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Of the address of a Unix socket, with its final zero: 108 on Linux, 104 elsewhere. */
const PATH_BYTES_MAX = 103
const FOLDER_MODE = 0o700
const NAME = 'fan-out.sock'

export interface SocketPath {
  readonly path: string
  /** Removes a folder that was made for it alone. */
  remove(): Promise<void>
}

/** A path in a folder that only our account may enter: below `dataDir`, or elsewhere if that is too long. */
export async function chooseSocketPath(dataDir: string): Promise<SocketPath> {
  if (process.platform === 'win32')
    return { path: `\\\\.\\pipe\\pitboard-${randomUUID()}`, remove: removeNothing }
  const folder = join(dataDir, 'run')
  const path = join(folder, NAME)
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    await chmod(folder, FOLDER_MODE)
    return { path, remove: removeNothing }
  }
  const own = await mkdtemp(join(tmpdir(), 'pitboard-'))
  return { path: join(own, NAME), remove: () => rm(own, { recursive: true, force: true }) }
}

async function removeNothing(): Promise<void> {}
