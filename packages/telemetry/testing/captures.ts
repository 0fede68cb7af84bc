import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '../src/formats/registry.ts'
import type { FormatTable } from '../src/formats/format-table.ts'
import { formatOf } from '../src/capture/game-datagram.ts'

/** Real datagrams and the wire's description lie beside the repository and not in it. */
const shared = join(import.meta.dirname, '../../../../shared')
export const captures = join(shared, 'captures')
export const layoutJson = join(shared, 'udp/layout.json')
export const idsJson = join(shared, 'udp/ids.json')

/** It is the reason why a test that needs the captures is skipped, or false. */
export const withoutCaptures = existsSync(captures) ? false : `no captures in ${captures}`

export interface Capture {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Returns the single datagrams of the years that are understood. */
export function singleDatagrams(): Capture[] {
  const folders = ['maciejpedzich', 'larslaskowski-samples', '11bthornton']
  return folders
    .flatMap((folder) => readdirSync(join(captures, folder)).map((file) => join(folder, file)))
    .map((name) => ({ name, bytes: readFileSync(join(captures, name)) }))
    .filter(({ bytes }) => tableOf(bytes) !== undefined)
    .map(({ name, bytes }) => ({ name, bytes: unpadded(name, bytes) }))
}

/** Each dump has u32 lengths and datagrams in turn. */
export const dumps: readonly string[] = [
  'z0mt3c-mocks/2022.lenprefixed.bin',
  'z0mt3c-mocks/2023.lenprefixed.bin',
  'z0mt3c-mocks/2024.lenprefixed.bin',
  'z0mt3c-mocks/2025.lenprefixed.bin',
  'seq/2022_shortpractice_miami_p403.len32.bin',
]

/** Returns the datagrams of one dump. */
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

const payloadFolder = 'png-tests'

/**
 * Returns datagrams of payloads without headers: a header with the file's year and packet id is put before
 * each.
 */
export function payloadDatagrams(): Capture[] {
  return readdirSync(join(captures, payloadFolder))
    .filter((file) => file.endsWith('.payload.bin'))
    .map((file) => ({ name: join(payloadFolder, file), bytes: withHeader(file) }))
}

/** Returns what another decoder made of a payload, where that was published too. */
export function expectedOf(name: string): unknown {
  const file = join(captures, name.replace('.payload.bin', '.expected.json'))
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Returns every real datagram there is, of all sources and years. */
export function everyDatagram(): Capture[] {
  const dumped = dumps.flatMap((dump) =>
    lengthPrefixed(dump).map((bytes, i) => ({ name: `${dump} #${i}`, bytes })),
  )
  return [...singleDatagrams(), ...dumped, ...payloadDatagrams()]
}

function withHeader(file: string): Uint8Array {
  const payload = readFileSync(join(captures, payloadFolder, file))
  const [year, id] = file.split('_').map(Number)
  // One of the files is a whole datagram.
  if (tableOf(payload)?.format === year) return payload
  const bytes = new Uint8Array(29 + payload.length)
  new DataView(bytes.buffer).setUint16(0, year ?? 0, true)
  bytes[6] = id ?? 0
  bytes.set(payload, 29)
  return bytes
}

function tableOf(bytes: Uint8Array): FormatTable | undefined {
  const format = formatOf(bytes)
  return Object.values(formats).find((table) => table.format === format)
}

const receiveBuffers: ReadonlySet<number> = new Set([64, 128, 1024, 2048])

/**
 * Removes what an earlier, longer datagram left behind: some files of one source are its whole receive
 * buffer.
 */
function unpadded(name: string, bytes: Uint8Array): Uint8Array {
  const table: FormatTable | undefined = tableOf(bytes)
  if (table === undefined || !name.startsWith('larslaskowski')) return bytes
  const id = bytes[table.packetIdAt]
  const sizes = Object.values(table.packets).filter((packet) => packet.id === id)
  const size = sizes[0]?.size ?? table.header.size + 4 + table.event.payloadSize
  return receiveBuffers.has(bytes.length) ? bytes.subarray(0, size) : bytes
}
