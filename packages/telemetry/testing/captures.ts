import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '../src/formats/registry.ts'
import type { FormatTable } from '../src/formats/format-table.ts'

/** Real datagrams and the wire's description; they lie beside the repository, not in it. */
const shared = join(import.meta.dirname, '../../../../shared')
export const captures = join(shared, 'captures')
export const layoutJson = join(shared, 'udp/layout.json')
export const idsJson = join(shared, 'udp/ids.json')

/** Why a test that needs the captures is skipped, or false. */
export const withoutCaptures = existsSync(captures) ? false : `no captures in ${captures}`

export interface Capture {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The single datagrams of the years that are understood. */
export function singleDatagrams(): Capture[] {
  const folders = ['maciejpedzich', 'larslaskowski-samples', '11bthornton']
  return folders
    .flatMap((folder) => readdirSync(join(captures, folder)).map((file) => join(folder, file)))
    .map((name) => ({ name, bytes: readFileSync(join(captures, name)) }))
    .filter(({ bytes }) => tableOf(bytes) !== undefined)
    .map(({ name, bytes }) => ({ name, bytes: unpadded(name, bytes) }))
}

/** The dumps of u32 lengths and datagrams. */
export const dumps: readonly string[] = [
  'z0mt3c-mocks/2022.lenprefixed.bin',
  'z0mt3c-mocks/2023.lenprefixed.bin',
  'z0mt3c-mocks/2024.lenprefixed.bin',
  'z0mt3c-mocks/2025.lenprefixed.bin',
  'seq/2022_shortpractice_miami_p403.len32.bin',
]

/** The datagrams of one dump of u32 lengths and datagrams. */
export function lengthPrefixed(name: string): Uint8Array[] {
  const file = readFileSync(join(captures, name))
  const datagrams: Uint8Array[] = []
  for (let at = 0; at + 4 <= file.length;) {
    const size = file.readUInt32LE(at)
    datagrams.push(file.subarray(at + 4, at + 4 + size))
    at += 4 + size
  }
  return datagrams
}

function tableOf(bytes: Uint8Array): FormatTable | undefined {
  const format = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)
  return Object.values(formats).find((table) => table.format === format)
}

/** The files of one source hold a datagram at the start of a larger buffer. */
function unpadded(name: string, bytes: Uint8Array): Uint8Array {
  const table: FormatTable | undefined = tableOf(bytes)
  if (table === undefined || !name.startsWith('larslaskowski')) return bytes
  const id = bytes[table.packetIdAt]
  const size = Object.values(table.packets).find((packet) => packet.id === id)?.size
  return size === undefined ? bytes : bytes.subarray(0, size)
}
