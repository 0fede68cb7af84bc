import { encodePacket } from '@pitboard/telemetry/encode'
import type { CapturedDatagram } from '@pitboard/telemetry/capture/read-capture'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../../shared/captures')

/** This says why tests on real datagrams are skipped; false if the datagrams are available. */
export const skipWithoutCaptures = existsSync(folder) ? false : `no real captures in ${folder}`

export function capturePaths(name: string, extension: string): string[] {
  if (skipWithoutCaptures !== false) return []
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith(extension))
    .toSorted()
    .map((file) => join(folder, name, file))
}

/** Reads the datagrams of a length-prefixed dump. */
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

const FRAME_MS = 1000 / 60

/**
 * Returns the start of a race as the game sends it: a frame every 16.7 ms with lap data and motion, twice a second the
 * session, now and then the participants.
 */
export function raceDatagrams(
  frames: number,
  { uid = 77n, startMs = 1_750_000_000_000 }: { uid?: bigint; startMs?: number } = {},
): CapturedDatagram[] {
  return Array.from({ length: frames }, (_, frame) => {
    const atMs = startMs + frame * FRAME_MS
    const header = {
      sessionUid: uid,
      sessionTime: (frame * FRAME_MS) / 1000,
      frameIdentifier: frame,
      overallFrameIdentifier: frame,
    }
    const cars = [{ currentLapNum: 1 + Math.floor(frame / 120), carPosition: 1, resultStatus: 2 }]
    const datagrams = [encodePacket(2025, 'lapData', header, { cars })]
    if (frame % 30 === 0) {
      const session = { sessionType: 15, trackId: 10, totalLaps: 5 }
      datagrams.unshift(encodePacket(2025, 'session', header, session))
    }
    if (frame % 300 === 0) datagrams.push(encodePacket(2025, 'participants', header, {}))
    return datagrams.map((bytes) => ({ atMs, bytes }))
  }).flat()
}
