import { setTimeout as pause } from 'node:timers/promises'
import { CaptureUpload, captureUploads } from '@pitboard/contract/ingest/capture-upload'
import { createClient } from '@pitboard/contract/wire/client'
import { runInWorker } from '@pitboard/server/platform/jobs/worker-job'
import { Value } from 'typebox/value'
import type { PastRound } from './calendar.ts'
import type { RoundTask } from './drive-round.ts'

const LIMIT_MS = 10 * 60_000
const POLL_MS = 200

/** Rounds are uploaded there, with this recorder key. */
export interface Destination {
  readonly url: string
  readonly key: string
  readonly signal: AbortSignal
}

/** Makes the capture of a round: its sessions, driven as fast as this machine can. */
export async function driveRound(
  { sessions }: PastRound,
  startMs: number,
  signal: AbortSignal,
): Promise<Blob> {
  const pieces: ArrayBuffer[] = []
  const task: RoundTask = { sessions, startMs }
  await runInWorker(new URL('drive-round.ts', import.meta.url), {
    task,
    limitMs: LIMIT_MS,
    signal,
    onMessage(message) {
      if (message instanceof ArrayBuffer) pieces.push(message)
    },
  })
  return new Blob(pieces)
}

/** Resolves with the ids of the sessions in the capture. */
export async function uploadCapture(
  capture: Blob,
  { url, key, signal }: Destination,
): Promise<string[]> {
  const { method, path } = captureUploads.upload
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
  const response = await fetch(`${url}${path}`, { method, headers, body: capture, signal })
  const text = await response.text()
  if (!response.ok) throw new Error(`upload: ${response.status} ${text}`)
  let { id, result } = Value.Parse(CaptureUpload, JSON.parse(text))
  const call = createClient({ baseUrl: url, token: () => key })
  while (result === null) {
    await pause(POLL_MS, null, { signal })
    ;({ result } = await call(captureUploads.get, { params: { id } }))
  }
  return result.sessions.map(({ session }) => session.id)
}
