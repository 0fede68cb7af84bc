import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { describeExcess } from '../../platform/http/read-json.ts'

const PUSH = 3
const BROADCAST = 4
const RAW = 0
const JSON_TEXT = 1

export type Content =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'raw'; readonly bytes: Buffer }

export function contentBytes(content: Content): number {
  return content.kind === 'json' ? content.text.length : content.bytes.length
}

export interface BroadcastPush {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly content: Content
}

/** Reads a client's binary frame (PROTOCOL §11, kind 3); returns null if malformed. */
function readBroadcastPush(frame: Buffer): BroadcastPush | null {
  const [kind, joinRefBytes, refBytes, topicBytes, eventBytes, metaBytes, encoding] = frame
  if (kind !== PUSH || metaBytes === undefined || (encoding !== RAW && encoding !== JSON_TEXT)) {
    return null
  }
  let at = 7
  const next = (bytes = 0) => frame.subarray(at, (at += bytes)).toString()
  const [joinRef, ref, topic, event] = [
    next(joinRefBytes),
    next(refBytes),
    next(topicBytes),
    next(eventBytes),
  ]
  const start = at + metaBytes
  if (start > frame.length) return null
  const content = readContent(frame.subarray(start), encoding)
  return content && { joinRef: joinRef || null, ref: ref || null, topic, event, content }
}

/** Reads a broadcast as another server has encoded it (kind 4); returns null if malformed. */
export function readBroadcast(frame: Buffer): Omit<BroadcastPush, 'joinRef' | 'ref'> | null {
  const [kind, topicBytes = 0, eventBytes = 0, metaBytes, encoding] = frame
  if (kind !== BROADCAST || metaBytes !== 0 || (encoding !== RAW && encoding !== JSON_TEXT)) {
    return null
  }
  const topicEnd = 5 + topicBytes
  const start = topicEnd + eventBytes
  if (start > frame.length) return null
  const content = readContent(frame.subarray(start), encoding)
  const topic = frame.toString('utf8', 5, topicEnd)
  return content && { topic, event: frame.toString('utf8', topicEnd, start), content }
}

/** Returns the server's binary frame (kind 4); names are at most 255 bytes long. */
function broadcastFrame(topic: string, event: string, content: Content): Buffer {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  const encoding = content.kind === 'json' ? JSON_TEXT : RAW
  const head = Buffer.from([BROADCAST, topicBytes.length, eventBytes.length, 0, encoding])
  const body = content.kind === 'json' ? Buffer.from(content.text) : content.bytes
  return Buffer.concat([head, topicBytes, eventBytes, body])
}

function readContent(bytes: Buffer, encoding: number): Content | null {
  if (encoding === RAW) return { kind: 'raw', bytes: Buffer.from(bytes) }
  try {
    const text = bytes.toString()
    JSON.parse(text)
    return { kind: 'json', text }
  } catch {
    return null
  }
}

interface Frame {
  readonly bytes: Buffer
  readonly isBinary: boolean
}

/** A message to clients is encoded once for each protocol version. */
export interface Outgoing {
  /** Returns null where that version has no way to express it. */
  frame(version: Version): Frame | null
  /** Such a message is sent as far as possible: a client that reads too slowly misses it. */
  readonly mayBeSkipped: boolean
}

export interface MessageParts {
  readonly topic: string
  readonly event: string
  /** The payload is JSON. */
  readonly payload: string
  readonly ref?: string | null
  readonly joinRef?: string | null
}

export function createMessage({
  topic,
  event,
  payload,
  ref = null,
  joinRef = null,
}: MessageParts): Outgoing {
  return cacheFrames(false, (version) => {
    const name = JSON.stringify(topic)
    if (version === '2.0.0') {
      return textFrame(
        `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${name},${JSON.stringify(event)},${payload}]`,
      )
    }
    const start = `{"topic":${name},"event":${JSON.stringify(event)},"payload":${payload}`
    return textFrame(`${start},"ref":${JSON.stringify(ref)}}`)
  })
}

/** Version 1 has no raw bytes. */
export function createBroadcast(
  topic: string,
  event: string,
  content: Content,
  mayBeSkipped: boolean,
): Outgoing {
  return cacheFrames(mayBeSkipped, (version) => {
    if (version === '2.0.0') {
      return { bytes: broadcastFrame(topic, event, content), isBinary: true }
    }
    if (content.kind === 'raw') return null
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${content.text}}`
    return createMessage({ topic, event: 'broadcast', payload }).frame(version)
  })
}

function textFrame(text: string): Frame {
  return { bytes: Buffer.from(text), isBinary: false }
}

function cacheFrames(mayBeSkipped: boolean, make: (version: Version) => Frame | null): Outgoing {
  const made = new Map<Version, Frame | null>()
  return {
    mayBeSkipped,
    frame(version) {
      const known = made.get(version)
      if (known !== undefined) return known
      const frame = make(version)
      made.set(version, frame)
      return frame
    },
  }
}

export type Version = '1.0.0' | '2.0.0'

const Ref = Type.Union([Type.String({ maxLength: 255 }), Type.Null()])
const Payload = Type.Record(Type.String(), Type.Unknown())

const ObjectFrame = Type.Object({
  topic: Type.String(),
  event: Type.String(),
  payload: Payload,
  ref: Type.Optional(Ref),
  join_ref: Type.Optional(Ref),
})
const ArrayFrame = Type.Tuple([Ref, Ref, Type.String(), Type.String(), Payload])

/** A client's message is independent of the protocol version (PROTOCOL §11). */
export interface Message {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: Static<typeof Payload>
}

export type Incoming =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'broadcast'; readonly push: BroadcastPush }

/** Returns null if malformed. */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Incoming | null {
  if (isBinary) {
    const push = version === '2.0.0' ? readBroadcastPush(data) : null
    return push && { kind: 'broadcast', push }
  }
  const message = version === '2.0.0' ? readArrayFrame(parse(data)) : readObjectFrame(parse(data))
  return message && { kind: 'message', message }
}

function readObjectFrame(frame: unknown): Message | null {
  if (!Value.Check(ObjectFrame, frame)) return null
  const { topic, event, payload, ref = null, join_ref: joinRef = null } = frame
  return { joinRef, ref, topic, event, payload }
}

function readArrayFrame(frame: unknown): Message | null {
  if (!Value.Check(ArrayFrame, frame)) return null
  const [joinRef, ref, topic, event, payload] = frame
  return { joinRef, ref, topic, event, payload }
}

function parse(data: Buffer): unknown {
  const text = data.toString()
  // Messages are small enough that no number of values is too many.
  if (describeExcess(data, Infinity) !== null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
