import { broadcastFrame, type Content } from './binary-broadcast.ts'
import type { Version } from './message.ts'

/** A message to clients: made once for each version, however many it goes to. */
export interface Outgoing {
  /** Null where that version has no way to say it. */
  frame(version: Version): string | Buffer | null
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
  return remembered((version) => {
    const name = JSON.stringify(topic)
    if (version === '2.0.0') {
      return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${name},${JSON.stringify(event)},${payload}]`
    }
    const start = `{"topic":${name},"event":${JSON.stringify(event)},"payload":${payload}`
    return `${start},"ref":${JSON.stringify(ref)}}`
  })
}

/** Bytes can't be told in version 1. */
export function sayBroadcast(topic: string, event: string, content: Content): Outgoing {
  return remembered((version) => {
    if (version === '2.0.0') return broadcastFrame(topic, event, content)
    if (content.kind === 'raw') return null
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${content.text}}`
    return say({ topic, event: 'broadcast', payload }).frame(version)
  })
}

function remembered(make: (version: Version) => string | Buffer | null): Outgoing {
  const made = new Map<Version, string | Buffer | null>()
  return {
    frame(version) {
      const known = made.get(version)
      if (known !== undefined) return known
      const frame = make(version)
      made.set(version, frame)
      return frame
    },
  }
}
