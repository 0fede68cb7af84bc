import { decodeDatagram } from '../../src/decode.ts'
import { encodePacketOf } from '../../src/encode.ts'
import type { FormatTable } from '../../src/formats/format-table.ts'
import { formats, type Format } from '../../src/formats/registry.ts'
import { everyDatagram, withoutCaptures } from '../captures.ts'
import { createGame } from '../scripted-game.ts'
import { formatOf } from '../../src/capture/game-datagram.ts'

export interface YearCorpus {
  readonly format: number
  /** These datagrams open a session. */
  readonly opening: readonly Uint8Array[]
  readonly running: readonly [Uint8Array, ...Uint8Array[]]
  /** These end a session or take it back; with many of them a session would never grow. */
  readonly rare: readonly [Uint8Array, ...Uint8Array[]]
}

/**
 * The corpus has packets of every kind and every year: from a small race, empty ones, and real ones if they are
 * available.
 */
export function fuzzCorpus(): [YearCorpus, ...YearCorpus[]] {
  const real = withoutCaptures === false ? everyDatagram().map(({ bytes }) => bytes) : []
  return [
    yearCorpus(2022, real),
    yearCorpus(2023, real),
    yearCorpus(2024, real),
    yearCorpus(2025, real),
    yearCorpus(2026, real),
  ]
}

function yearCorpus(format: Format, real: readonly Uint8Array[]): YearCorpus {
  const race = raceOf(format)
  const ofYear = real.filter((bytes) => formatOf(bytes) === format)
  const more = [...emptyOf(formats[format]), ...ofYear]
  const [end, ...ends] = race.rare
  const [first, ...running] = race.running
  if (first === undefined || end === undefined) throw new Error('the race is empty')
  return {
    format,
    opening: race.opening,
    running: [first, ...running, ...more.filter((bytes) => !isRare(bytes))],
    rare: [end, ...ends, ...more.filter(isRare)],
  }
}

function raceOf(format: Format) {
  const game = createGame({ format, cars: 20 })
  game.session({ totalLaps: 50 })
  game.participants()
  const opening = game.sent.splice(0).map(({ bytes }) => bytes)
  for (let lap = 1; lap <= 30; lap++) {
    const cars = game.cars.map((_, i) => [i, timingOf(i, lap)])
    game.session({ weather: lap % 6, safetyCarStatus: lap % 4 })
    game.motion(game.cars.map((_, i) => [i * 5, lap * 7]))
    game.lapData(Object.fromEntries(cars))
    game.carStatus(game.cars.map(() => ({ visualTyreCompound: 16 + (lap % 3), tyresAgeLaps: lap })))
    game.history(lap % 20, historyOf(lap))
    game.event('PENA', { penaltyType: lap % 18, vehicleIdx: lap % 20, lapNum: lap })
    game.event('FTLP', { vehicleIdx: lap % 20, lapTimeSeconds: 80 })
    game.wait(1)
  }
  const running = game.sent.splice(0).map(({ bytes }) => bytes)
  game.event('FLBK', { flashbackSessionTime: 1 })
  game.event('SEND', {})
  game.classification(game.cars.map((_, i) => ({ position: i + 1, resultStatus: 3, numLaps: 3 })))
  return { opening, running, rare: game.sent.map(({ bytes }) => bytes) }
}

function timingOf(idx: number, lap: number) {
  return {
    currentLapNum: lap,
    lastLapTimeMs: 80_000 + lap,
    currentLapTimeMs: lap * 100,
    lapDistance: (lap * 167) % 5000,
    carPosition: 1 + ((idx + lap) % 20),
    sector: lap % 3,
    pitStatus: (idx + lap) % 5 === 0 ? 1 : 0,
    numPitStops: Math.floor((idx + lap) / 5),
  }
}

function historyOf(lap: number) {
  const laps = Array.from({ length: lap }, () => ({ lapTimeMs: 80_000, lapValidBitFlags: 15 }))
  return { numLaps: lap, laps, numTyreStints: 1, tyreStints: [{ tyreVisualCompound: 16 }] }
}

function emptyOf(table: FormatTable): Uint8Array[] {
  const header = encodePacketOf(table, 'session', {}, {}).subarray(0, table.header.size)
  return Object.values(table.packets).map(({ id, size }) => {
    const empty = new Uint8Array(size)
    empty.set(header)
    empty[table.packetIdAt] = id
    return empty
  })
}

function isRare(bytes: Uint8Array): boolean {
  const packet = decodeDatagram(bytes)
  if (packet.kind === 'event') return packet.code === 'SEND' || packet.code === 'FLBK'
  return packet.kind === 'finalClassification'
}
