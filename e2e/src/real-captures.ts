import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readHeader } from '@pitboard/telemetry/decode'
import { frameOf } from '@pitboard/telemetry/formats/headers'

const FOLDER = fileURLToPath(new URL('../../../shared/captures/', import.meta.url))

/** This says why tests on real datagrams are skipped; false if the datagrams are available. */
export const withoutCaptures = existsSync(FOLDER)
  ? false
  : `there are no real captures in ${FOLDER}`

/** Reads real datagrams of one format from files of one datagram each, in the order of their frames. */
export function datagramsIn(folder: string, names: RegExp): Buffer[] {
  return filesIn(folder, names)
    .map((file) => unpadded(file))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
}

export function dumpIn(path: string): Buffer[] {
  const bytes = readFileSync(FOLDER + path)
  const datagrams: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at)
    datagrams.push(bytes.subarray(at + 4, end))
    at = end
  }
  return datagrams
}

/** Reads an independent decoding of one packet of a year, and the packet's bytes after the header. */
export function oracle(year: number, packetId: number, name: string) {
  const stem = `${FOLDER}png-tests/${year}_${String(packetId).padStart(2, '0')}_${name}`
  const expected: unknown = JSON.parse(readFileSync(`${stem}.expected.json`, 'utf8'))
  return { payload: readFileSync(`${stem}.payload.bin`), expected }
}

/** Returns a length-prefixed dump, which is the simplest file the recorder reads. */
export function dumpOf(datagrams: readonly Buffer[]): Buffer {
  return Buffer.concat(
    datagrams.flatMap((bytes) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}

function filesIn(folder: string, names: RegExp): Buffer[] {
  return readdirSync(FOLDER + folder)
    .filter((name) => names.test(name))
    .toSorted()
    .map((name) => readFileSync(`${FOLDER}${folder}/${name}`))
}

/** Some files are filled up with zeros to 1,024 or 2,048 bytes. */
function unpadded(file: Buffer): Buffer {
  for (let size = file.length; size > 40; size--) {
    const cut = file.subarray(0, size)
    if (readHeader(cut).kind !== 'rejected') return cut
    if (file[size - 1] !== 0) break
  }
  return file
}

/** Frame 0 comes after the session's end, but for what opens a session. */
function orderOf(datagram: Buffer): number {
  const read = readHeader(datagram)
  if (read.kind === 'rejected') return Number.POSITIVE_INFINITY
  if (read.kind === 'session') return -2
  if (read.kind === 'participants') return -1
  return frameOf(read.header) || Number.MAX_SAFE_INTEGER
}
