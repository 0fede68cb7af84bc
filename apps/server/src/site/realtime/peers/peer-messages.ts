import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PAYLOAD_BYTES_MAX } from '../../../platform/fan-out/fan-out.ts'

const LENGTH_BYTES = 4
const ENTRIES_MAX = 500

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Count = Type.Integer({ minimum: 0 })

const WireEntry = Type.Object({
  key: Type.String({ maxLength: 255 }),
  meta: Type.Object({ phx_ref: Id }),
})

/** A part is one server's members of a room: each change of it has a new revision. */
const Part = { node: Id, revision: Count, members: Count }

/** A client's message goes to the members at other servers; a frame of version 2 follows. */
const Broadcast = Type.Object({
  kind: Type.Literal('broadcast'),
  address: Type.String({ maxLength: 64 }),
  userId: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
})
/** Requests the part of a server, or of all. */
const Ask = Type.Object({ kind: Type.Literal('ask'), node: Type.Union([Id, Type.Null()]) })
const Whole = Type.Object({
  kind: Type.Literal('part'),
  ...Part,
  present: Type.Array(WireEntry, { maxItems: ENTRIES_MAX }),
})
const Change = Type.Object({
  kind: Type.Literal('change'),
  ...Part,
  /** The change applies to this revision. */
  before: Count,
  joins: Type.Array(WireEntry, { maxItems: ENTRIES_MAX }),
  leaves: Type.Array(Id, { maxItems: ENTRIES_MAX }),
})
/** Nothing has changed; without members the server has left the room. */
const Beat = Type.Object({ kind: Type.Literal('beat'), ...Part })

const Header = Type.Union([Broadcast, Ask, Whole, Change, Beat])
type Header = Static<typeof Header>

/** Somebody is present in a room, with what they share as JSON. */
export interface PresenceEntry {
  readonly key: string
  readonly ref: string
  readonly meta: string
  /** It is the length of the entry as JSON. */
  readonly bytes: number
}

export function createEntry(key: string, ref: string, meta: string): PresenceEntry {
  const bytes = Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(meta)
  return { key, ref, meta, bytes }
}

interface PartHeader {
  readonly node: string
  readonly revision: number
  readonly members: number
}

/** A broadcast has its sender, whom each server limits for its own members. */
export interface PeerBroadcast {
  readonly address: string
  readonly userId: string | null
  readonly frame: Buffer
}

/** Servers send each other these about one room. */
export type PeerMessage =
  | (PeerBroadcast & { readonly kind: 'broadcast' })
  | Static<typeof Ask>
  | (PartHeader & { readonly kind: 'part'; readonly present: readonly PresenceEntry[] })
  | (PartHeader & {
      readonly kind: 'change'
      readonly before: number
      readonly joins: readonly PresenceEntry[]
      readonly leaves: readonly string[]
    })
  | Static<typeof Beat>

export function encodePeerMessage(message: PeerMessage): Buffer {
  switch (message.kind) {
    case 'broadcast': {
      const { frame, ...header } = message
      return join(JSON.stringify(header), frame)
    }
    case 'part': {
      const { present, ...header } = message
      return join(withLists(header, { present: toWire(present) }))
    }
    case 'change': {
      const { joins, leaves, ...header } = message
      return join(withLists({ ...header, leaves }, { joins: toWire(joins) }))
    }
    default:
      return join(JSON.stringify(message))
  }
}

/** Returns null if it is too large or malformed. The payload may be reused afterwards. */
export function readPeerMessage(payload: Uint8Array): PeerMessage | null {
  if (payload.length > PAYLOAD_BYTES_MAX || payload.length < LENGTH_BYTES) return null
  const bytes = Buffer.from(payload)
  const end = LENGTH_BYTES + bytes.readUInt32BE()
  if (end > bytes.length) return null
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end))
    return Value.Check(Header, header) ? toMessage(header, bytes.subarray(end)) : null
  } catch {
    return null
  }
}

function toMessage(header: Header, frame: Buffer): PeerMessage {
  switch (header.kind) {
    case 'broadcast':
      return { ...header, frame }
    case 'part':
      return { ...header, present: header.present.map(fromWire) }
    case 'change':
      return { ...header, joins: header.joins.map(fromWire) }
    default:
      return header
  }
}

function fromWire({ key, meta }: Static<typeof WireEntry>): PresenceEntry {
  return createEntry(key, meta.phx_ref, JSON.stringify(meta))
}

/** Entries are JSON already. */
function toWire(entries: readonly PresenceEntry[]): string {
  return `[${entries.map(({ key, meta }) => `{"key":${JSON.stringify(key)},"meta":${meta}}`).join()}]`
}

function withLists(header: object, lists: Readonly<Record<string, string>>): string {
  const texts = Object.entries(lists).map(([name, text]) => `,"${name}":${text}`)
  return `${JSON.stringify(header).slice(0, -1)}${texts.join('')}}`
}

function join(header: string, frame: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.from(header)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes, frame])
}
