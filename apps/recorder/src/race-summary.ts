import { SessionType } from '@pitboard/contract/wire/enumerations'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { formats } from '@pitboard/telemetry/formats/registry'
import {
  foreignFormatOf,
  formatOf,
  knownFormats,
  looksLikeGame,
} from '@pitboard/telemetry/capture/game-datagram'

export interface RaceSummary {
  readonly push: (bytes: Uint8Array) => void
  /** It is "Spa, Race, lap 12", or the part that is known so far. */
  readonly text: string
  /** The game's year, "Spa, Race" and the player's lap are null while they are not known. */
  readonly format: number | null
  readonly session: string | null
  readonly lap: number | null
  /** If it is true, the game hides the player's telemetry from the recorders of others. */
  readonly isRestricted: boolean
}

const typeNames = new Map<number, string>(
  Object.entries(SessionType).map(([name, id]) => [id, name]),
)

/** Reads the session that is being driven from its datagrams, for the progress line. */
export function createRaceSummary(): RaceSummary {
  let format: number | null = null
  let session: string | null = null
  let lap = 0
  let isRestricted = false
  return {
    push(bytes) {
      const packet = decodeDatagram(bytes)
      if (packet.kind !== 'rejected') format = formatOf(bytes)
      if (packet.kind === 'session') {
        const table = Object.values(formats).find(({ format }) => format === packet.format)
        const type = new Map(Object.entries(table?.sessionTypes ?? {})).get(`${packet.sessionType}`)
        const track = new Map(Object.entries(table?.tracks ?? {})).get(`${packet.trackId}`)
        session = `${track ?? `track ${packet.trackId}`}, ${typeNames.get(type ?? 0) ?? 'Unknown'}`
      } else if (packet.kind === 'lapData') {
        lap = packet.cars[packet.header.playerCarIndex]?.currentLapNum ?? lap
      } else if (packet.kind === 'participants') {
        isRestricted = packet.cars[packet.header.playerCarIndex]?.yourTelemetry === 0
      }
    },
    get format() {
      return format
    },
    get session() {
      return session
    },
    get lap() {
      return lap > 0 ? lap : null
    },
    get isRestricted() {
      return isRestricted
    },
    get text() {
      if (session === null) return 'no session yet'
      return lap > 0 ? `${session}, lap ${lap}` : session
    },
  }
}

const RECENT_MS = 3_000

/** Watches what arrives on the port of the game. */
export interface GameWatch {
  readonly push: (bytes: Uint8Array) => void
  /** Returns what arrived in the last seconds: the game's telemetry, that of an unsupported year, or other bytes. */
  readonly recent: () => 'game' | 'foreign' | 'other' | null
  /** Returns how long the game has sent nothing; infinite before anything has arrived. */
  readonly quietMs: () => number
  /** It is the year of the newest telemetry, supported or not; null before any. */
  readonly format: number | null
}

/** Watches the games that send, and reports each unsupported format once, with what to do about it. */
export function createGameWatch(print: (text: string) => void): GameWatch {
  const known = knownFormats()
  const [first, last] = [Math.min(...known), Math.max(...known)]
  const reported = new Set<number>()
  const lastAtMs = { game: -Infinity, foreign: -Infinity, other: -Infinity }
  let format: number | null = null
  return {
    push(bytes) {
      const kind = looksLikeGame(bytes) ? 'game' : 'other'
      const foreign = foreignFormatOf(bytes)
      lastAtMs[foreign === null ? kind : 'foreign'] = performance.now()
      if (kind === 'game') format = formatOf(bytes)
      if (foreign === null || reported.has(foreign)) return
      reported.add(foreign)
      print(
        `The game sends the format ${foreign}, which is not understood. Choose ${first} to ${last} in its telemetry settings.`,
      )
    },
    quietMs: () => performance.now() - lastAtMs.game,
    recent() {
      const fromMs = performance.now() - RECENT_MS
      const kinds = ['game', 'foreign', 'other'] as const
      return kinds.find((kind) => lastAtMs[kind] >= fromMs) ?? null
    },
    get format() {
      return format
    },
  }
}
