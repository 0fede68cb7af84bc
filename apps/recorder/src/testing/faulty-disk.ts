import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'

/**
 * The disk fails below one folder, at the edge of the file system: permissions mean nothing to root, and a
 * small disk cannot be mounted by everybody.
 *
 * - `full`: files can be made, and take a part of what is written.
 * - `readOnly`, `forbidden`: nothing can be made or written.
 * - `broken`: reading fails as well.
 */
export type DiskFault = 'full' | 'readOnly' | 'forbidden' | 'broken'

const CODES = { full: 'ENOSPC', readOnly: 'EROFS', forbidden: 'EACCES', broken: 'EIO' } as const

export interface FaultyDisk {
  fault: DiskFault | null
  /** A full disk has left this many bytes; deleting a file releases its size. */
  freeBytes: number
  restore(): void
}

export function makeFaulty(folder: string): FaultyDisk {
  const original = { ...fs }
  const opened = new Set<number>()
  const disk: FaultyDisk = {
    fault: null,
    freeBytes: 0,
    restore() {
      mock.restoreAll()
      syncBuiltinESMExports()
    },
  }

  function fail(call: string): never {
    const code = CODES[disk.fault ?? 'broken']
    throw Object.assign(new Error(`${code}: made to fail, ${call}`), { code })
  }

  const isBelow = (path: unknown) => String(path).startsWith(folder)
  const refusesChanges = () => disk.fault !== null && disk.fault !== 'full'

  mock.method(fs, 'openSync', (path: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode) => {
    const isChange = flags !== 'r'
    if (isBelow(path) && (isChange ? refusesChanges() : disk.fault === 'broken')) fail('open')
    const file = original.openSync(path, flags, mode)
    if (isBelow(path) && isChange) opened.add(file)
    else opened.delete(file)
    return file
  })
  mock.method(fs, 'writeSync', (file: number, bytes: Uint8Array) => {
    if (!opened.has(file) || disk.fault === null) return original.writeSync(file, bytes)
    if (disk.fault !== 'full') fail('write')
    if (disk.freeBytes === 0) fail('write')
    const part = bytes.subarray(0, Math.min(bytes.length, disk.freeBytes))
    disk.freeBytes -= part.length
    return original.writeSync(file, part)
  })
  mock.method(fs, 'writeFileSync', (path: string, text: string, options: fs.WriteFileOptions) => {
    if (isBelow(path) && disk.fault !== null) fail('write')
    original.writeFileSync(path, text, options)
  })
  mock.method(fs, 'mkdirSync', (path: string, options: fs.MakeDirectoryOptions) => {
    if (isBelow(path) && refusesChanges() && !original.existsSync(path)) fail('mkdir')
    return original.mkdirSync(path, options)
  })
  mock.method(fs, 'rmSync', (path: string, options: fs.RmOptions) => {
    if (isBelow(path) && refusesChanges() && original.existsSync(path)) fail('rm')
    const size = original.statSync(path, { throwIfNoEntry: false })?.size ?? 0
    original.rmSync(path, options)
    if (isBelow(path)) disk.freeBytes += size
  })
  mock.method(fs, 'readdirSync', (path: string, ...rest: []) => {
    if (isBelow(path) && disk.fault === 'broken') fail('scandir')
    return original.readdirSync(path, ...rest)
  })
  syncBuiltinESMExports()
  return disk
}
