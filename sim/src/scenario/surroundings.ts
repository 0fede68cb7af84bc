import { encodeEvent, encodePacket } from '@pitboard/telemetry/encode'
import type { Format } from '@pitboard/telemetry/formats/registry'
import type { Sent } from '../broadcast.ts'
import { buttons, penalty } from '../packets/announcement.ts'
import { gameMinorVersionOf, gameYearOf } from '../packets/header.ts'
import type { Random } from '../random.ts'
import type { Situation } from '../situations.ts'

const LOBBY_MS = 6000
const OTHER_UID = 0x5a5a_0000_1111n

/** What comes before the session: lobby, the results of another race, events of a skipped one. */
export function* before(
  format: Format,
  situations: ReadonlySet<Situation>,
  random: Random,
): Generator<Sent> {
  const version = {
    gameYear: gameYearOf(format),
    gameMajorVersion: 1,
    gameMinorVersion: gameMinorVersionOf(format),
    secondaryPlayerCarIndex: 255,
  }
  const lobby = { ...version, sessionUid: 0n, sessionTime: 1234.5 }
  const other = { ...version, sessionUid: OTHER_UID, sessionTime: 900 }
  if (situations.has('leftoverResults')) {
    const car = { position: 1, numLaps: 5, resultStatus: 3, totalRaceTimeSeconds: 400, points: 25 }
    const results = { numCars: 1, cars: [car] }
    for (const atMs of [0, 2500]) {
      yield { atMs, bytes: encodePacket(format, 'finalClassification', other, results) }
    }
  }
  if (situations.has('eventsOnly')) {
    const skipped = { ...other, sessionUid: OTHER_UID + 1n, frameIdentifier: 1 }
    yield { atMs: 2600, bytes: encodeEvent(format, 'SSTA', skipped, {}) }
    yield { atMs: 2700, bytes: encodeEvent(format, 'SEND', skipped, {}) }
  }
  if (!situations.has('lobby')) return
  for (let i = 0; i < 34; i++) yield { atMs: 2800, bytes: oldPenalty(format, lobby, random) }
  for (let atMs = 3000; atMs < LOBBY_MS; atMs += 500) {
    const players = [{ aiControlled: 0, name: 'ApexFox', carNumber: 7, readyStatus: 1 }]
    const body = { numPlayers: 1, players }
    yield { atMs, bytes: encodePacket(format, 'lobbyInfo', lobby, body) }
    const pressed = buttons(random.integer(0, 1 << 20))(format, lobby)
    if (pressed) yield { atMs: atMs + 10, bytes: pressed }
  }
}

/** Where the stream before the session ends. */
export const BEFORE_MS = 7000

function oldPenalty(format: Format, header: object, random: Random): Uint8Array {
  const issued = { type: 5, infringement: 7, otherCar: null, seconds: null, lapNum: 3 }
  const bytes = penalty(random.integer(0, 3), issued)(format, header)
  if (!bytes) throw new Error('Every year tells penalties')
  return bytes
}
