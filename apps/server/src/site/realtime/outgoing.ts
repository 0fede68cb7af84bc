import { broadcastFrame, type Content } from './binary-broadcast.ts'
import type { Version } from './message.ts'

export interface Frame {
  readonly bytes: Buffer
  readonly isBinary: boolean
}

/** A message to clients: its bytes are made once for each version, however many it goes to. */
export interface Outgoing {
  /** Null where that version has no way to say it. */
  frame(version: Version): Frame | null
  /** Best effort: a client that reads too slowly misses it. */
  readonly mayBeSkipped: boolean
}

export interface Said {
  readonly topic: string
  readonly event: string
  /** As JSON. */
  readonly payload: string
  readonly ref?: string | null
  readonly joinRef?: string | null
}

export function say({ topic, event, payload, ref = null, joinRef = null }: Said): Outgoing {
  return remembered(false, (version) => {
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

/** Bytes can't be told in version 1. */
export function sayBroadcast(
  topic: string,
  event: string,
  content: Content,
  mayBeSkipped: boolean,
): Outgoing {
  return remembered(mayBeSkipped, (version) => {
    if (version === '2.0.0') {
      return { bytes: broadcastFrame(topic, event, content), isBinary: true }
    }
    if (content.kind === 'raw') return null
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${content.text}}`
    return say({ topic, event: 'broadcast', payload }).frame(version)
  })
}

function textFrame(text: string): Frame {
  return { bytes: Buffer.from(text), isBinary: false }
}

function remembered(mayBeSkipped: boolean, make: (version: Version) => Frame | null): Outgoing {
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
