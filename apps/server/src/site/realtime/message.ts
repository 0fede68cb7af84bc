import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { nestsTooDeep } from '../../platform/http/nesting.ts'
import { readBroadcastPush, type BroadcastPush } from './binary-broadcast.ts'

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

/** What a client says, in whichever version it speaks (PROTOCOL §11). */
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

/** Null for what is no frame of that version. */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Incoming | null {
  if (isBinary) {
    const push = version === '2.0.0' ? readBroadcastPush(data) : null
    return push && { kind: 'broadcast', push }
  }
  const message = version === '2.0.0' ? readArray(parse(data)) : readObject(parse(data))
  return message && { kind: 'message', message }
}

function readObject(frame: unknown): Message | null {
  if (!Value.Check(ObjectFrame, frame)) return null
  const { topic, event, payload, ref = null, join_ref: joinRef = null } = frame
  return { joinRef, ref, topic, event, payload }
}

function readArray(frame: unknown): Message | null {
  if (!Value.Check(ArrayFrame, frame)) return null
  const [joinRef, ref, topic, event, payload] = frame
  return { joinRef, ref, topic, event, payload }
}

function parse(data: Buffer): unknown {
  const text = data.toString()
  if (nestsTooDeep(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
