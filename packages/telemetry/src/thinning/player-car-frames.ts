import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Datagram, HeaderRead } from '../decode.ts'
import { frameOf } from '../formats/headers.ts'
import { type PlayerCarPart, PLAYER_CAR_PARTS, playerCarParts } from '../formats/player-car.ts'
import { type Format, formats } from '../formats/registry.ts'
import { type Fields, placeOf } from '../layout/field.ts'
import { fieldOffsets } from '../layout/partial-tables.ts'

interface Frame {
  readonly frame: number
  readonly bytes: Uint8Array
  atMs: number
  parts: number
}

/**
 * Collects what dropped packets say of the player's own car, and makes one small datagram of it for each
 * frame.
 */
export interface PlayerCarFrames {
  /** Adds a packet; returns the datagram of the frame before if this one begins another frame. */
  add(read: HeaderRead, datagram: Datagram): Datagram | null
  /** Drops the frame that is being collected, because its packets are stored as they are. */
  drop(frame: number): void
  /** Skips a frame of which the stream has such a datagram already, because it was thinned before. */
  pass(frame: number): void
  flush(): Datagram | null
}

/** Creates a collector of the player's frames for one session. */
export function createPlayerCarFrames(): PlayerCarFrames {
  let current: Frame | null = null
  let passed = -Infinity

  function flush(): Datagram | null {
    const ended = current
    current = null
    // Nothing can be placed on the lap if its distance is unknown.
    if (ended === null || (ended.parts & LAP_DATA) === 0) return null
    return { atMs: ended.atMs, bytes: ended.bytes }
  }

  return {
    add(read, datagram) {
      const part = PLAYER_CAR_PARTS.findIndex((kind) => kind === read.kind)
      const kind = PLAYER_CAR_PARTS[part]
      if (kind === undefined) return null
      const frame = frameOf(read.header)
      if (frame <= passed && frame > passed - LATE_FRAMES_MAX) return null
      const ended = current === null || current.frame === frame ? null : flush()
      current ??= beginFrame(read, datagram, frame)
      if (current !== null && copyPart(kind, read, datagram.bytes, current.bytes)) {
        current.atMs = datagram.atMs
        current.parts |= 1 << part
        current.bytes[read.headerSize + PARTS_AT] = current.parts
      }
      return ended
    },
    drop(frame) {
      if (current?.frame === frame) current = null
    },
    pass(frame) {
      passed = frame
      if (current?.frame === frame) current = null
    },
    flush,
  }
}

/** A frame that is farther behind is not late: a flashback of 2022 has turned the frames back. */
const LATE_FRAMES_MAX = 60

const LAP_DATA = 1 << PLAYER_CAR_PARTS.indexOf('lapData')
const PARTS_AT = 1

/** The tables by their format, because a frame begins sixty times a second. */
const tables: ReadonlyMap<number, (typeof formats)[Format]> = new Map(
  Object.values(formats).map((table) => [table.format, table]),
)

function beginFrame(
  { format, header, headerSize }: HeaderRead,
  { atMs, bytes }: Datagram,
  frame: number,
): Frame | null {
  const table = tables.get(format)
  if (table === undefined) return null
  const { id, size } = table.packets.playerCar
  const made = new Uint8Array(size)
  made.set(bytes.subarray(0, headerSize))
  made[table.packetIdAt] = id
  made[headerSize] = header.playerCarIndex
  return { frame, bytes: made, atMs, parts: 0 }
}

/** Copies the fields of the player's row; returns false for a player without a car. */
function copyPart(
  kind: PlayerCarPart,
  { body, header, headerSize }: HeaderRead,
  from: Uint8Array,
  to: Uint8Array,
): boolean {
  const { offsets, rowBytes, at } = placesOf(kind, body)
  const first = header.playerCarIndex * rowBytes
  if (first + rowBytes > offsets.length) return false
  for (let place = 0; place < rowBytes; place++) {
    to[headerSize + at + place] = itemAt(from, headerSize + itemAt(offsets, first + place))
  }
  return true
}

interface Places {
  /** The offsets are those of the bytes of each car's row, counted from the end of the header. */
  readonly offsets: Uint16Array
  readonly rowBytes: number
  /** The part begins here in the datagram that is made. */
  readonly at: number
}

const known = new WeakMap<Fields, Places>()

function placesOf(kind: PlayerCarPart, body: Fields): Places {
  const found = known.get(body)
  if (found) return found
  const names = Object.keys(playerCarParts[kind])
  const { fields } = formats[2025].packets.playerCar
  const [first = ''] = names
  const places = {
    offsets: fieldOffsets(body, 'cars', names),
    rowBytes: Object.values<Fields[string]>(playerCarParts[kind]).reduce(
      (sum, { size }) => sum + size,
      0,
    ),
    at: placeOf(fields, first),
  }
  known.set(body, places)
  return places
}
