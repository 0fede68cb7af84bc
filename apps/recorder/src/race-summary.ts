import { SessionType } from '@pitboard/contract/wire/enumerations'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { formats } from '@pitboard/telemetry/formats/registry'
import { formatOf } from '@pitboard/telemetry/capture/game-datagram'

export interface RaceGlance {
  readonly push: (bytes: Uint8Array) => void
  /** "Spa, Race, lap 12", or what is known of it so far. */
  readonly text: string
  /** The game's year, "Spa, Race", the player's lap: null while they are not known. */
  readonly format: number | null
  readonly session: string | null
  readonly lap: number | null
}

const typeNames = new Map<number, string>(
  Object.entries(SessionType).map(([name, id]) => [id, name]),
)

/** What is being driven, for the line of progress. */
export function createRaceGlance(): RaceGlance {
  let format: number | null = null
  let session: string | null = null
  let lap = 0
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
    get text() {
      if (session === null) return 'no session yet'
      return lap > 0 ? `${session}, lap ${lap}` : session
    },
  }
}
