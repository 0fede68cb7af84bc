import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../../shared/captures')

/** Why tests on real datagrams are skipped, false where they are at hand. */
export const withoutCaptures = existsSync(folder) ? false : `no real captures in ${folder}`

export function capturePaths(name: string, extension: string): string[] {
  if (withoutCaptures !== false) return []
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith(extension))
    .toSorted()
    .map((file) => join(folder, name, file))
}

/** The datagrams of a length-prefixed dump. */
export function readDump(path: string): Uint8Array[] {
  const bytes = readFileSync(path)
  const datagrams: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at)
    datagrams.push(bytes.subarray(at + 4, end))
    at = end
  }
  return datagrams
}
