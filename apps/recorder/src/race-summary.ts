import { SessionType } from '@pitboard/contract/wire/enumerations'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { formats } from '@pitboard/telemetry/formats/registry'
import { foreignFormatOf, formatOf, knownFormats } from '@pitboard/telemetry/capture/game-datagram'

export interface RaceSummary {
  readonly push: (bytes: Uint8Array) => void
  /** "Spa, Race, lap 12", or the part that is known so far. */
  readonly text: string
  /** The game's year, "Spa, Race", the player's lap: null while they are not known. */
  readonly format: number | null
  readonly session: string | null
  readonly lap: number | null
}

const typeNames = new Map<number, string>(
  Object.entries(SessionType).map(([name, id]) => [id, name]),
)

/** Reads the session that is being driven from its datagrams, for the progress line. */
export function createRaceSummary(): RaceSummary {
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

/** Reports each unsupported format once, with what to do about it. */
export function createFormatWatch(print: (text: string) => void): (bytes: Uint8Array) => void {
  const known = knownFormats()
  const [first, last] = [Math.min(...known), Math.max(...known)]
  const reported = new Set<number>()
  return (bytes) => {
    const format = foreignFormatOf(bytes)
    if (format === null || reported.has(format)) return
    reported.add(format)
    print(
      `The game sends the format ${format}, which is not understood. Choose ${first} to ${last} in its telemetry settings.`,
    )
  }
}
