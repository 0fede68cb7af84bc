import { setTimeout as pause } from 'node:timers/promises'
import { CaptureUpload } from '@pitboard/contract/ingest/capture-upload'
import { pcapFile } from '@pitboard/telemetry/testing/capture-files'
import { Value } from 'typebox/value'
import type { Pitboard } from './pitboard.ts'

const POLL_MS = 100

interface Sent {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Returns everything the game sends, as Wireshark would write it. */
export function captureOf(stream: Iterable<Sent>, startMs: number): Buffer {
  const datagrams = [...stream].map(({ atMs, bytes }) => ({ atMs: startMs + atMs, bytes }))
  return pcapFile(datagrams, { link: 'ethernet', little: true, nanoseconds: false })
}

/** Uploads a capture by the recorder key; resolves with the ids of its sessions. */
export async function uploadCapture(
  { url, key }: Pick<Pitboard, 'url' | 'key'>,
  capture: Buffer,
): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` }
  const path = `${url}/api/Sessions/captures`
  let answer = await fetch(path, { method: 'POST', headers, body: new Uint8Array(capture) })
  for (;;) {
    const { id, result } = Value.Parse(CaptureUpload, await answer.json())
    if (result) return result.sessions.map(({ session }) => session.id)
    await pause(POLL_MS)
    answer = await fetch(`${path}/${id}`, { headers })
  }
}
