const PUSH = 3
const BROADCAST = 4
const RAW = 0
const JSON_TEXT = 1

/** What is sent to a channel: JSON, or bytes that nobody but the receivers understands. */
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

/** A client's binary frame (PROTOCOL §11, kind 3); null for what is none. */
export function readBroadcastPush(frame: Buffer): BroadcastPush | null {
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

/** The server's binary frame (kind 4); names are at most 255 bytes long. */
export function broadcastFrame(topic: string, event: string, content: Content): Buffer {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  const encoding = content.kind === 'json' ? JSON_TEXT : RAW
  const head = Buffer.from([BROADCAST, topicBytes.length, eventBytes.length, 0, encoding])
  const body = content.kind === 'json' ? Buffer.from(content.text) : content.bytes
  return Buffer.concat([head, topicBytes, eventBytes, body])
}

/** What others will parse has to be JSON. */
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
