import { setTimeout as delay } from 'node:timers/promises'
import type { CaptureUpload } from '@pitboard/contract/ingest/capture-upload'
import { pcapFile } from '@pitboard/telemetry/testing/capture-files'
import type { Datagram } from '@pitboard/telemetry/decode'
import { LOBBY_START_MS, seenBy } from '../sessions/lobby.fixture.ts'

const UID_AT = 7
const POLL_MS = 20

interface Race {
  datagrams(): Iterable<Datagram>
}

/** Returns the recordings of a race as files have them. */
export function recordingsOf(race: Race) {
  const thinned = seenBy(race, { playerCar: 0 })
  let all: readonly Datagram[] | undefined
  return {
    /** A recorder sends these datagrams of it. */
    thinned,
    /** Returns everything that the game sends of it. */
    everything(): readonly Datagram[] {
      all ??= [...race.datagrams()].map(({ atMs, bytes }) => ({
        atMs: LOBBY_START_MS + atMs,
        bytes,
      }))
      return all
    },
    /** Returns the same as a session with this UID. */
    driven(uid: bigint): Datagram[] {
      const own = new Uint8Array(8)
      new DataView(own.buffer).setBigUint64(0, uid, true)
      return thinned.map(({ atMs, bytes }) => {
        const copy = bytes.slice()
        copy.set(own, UID_AT)
        return { atMs, bytes: copy }
      })
    },
  }
}

export function asPcap(datagrams: readonly Datagram[]): Buffer {
  return Buffer.from(pcapFile(datagrams, { link: 'ethernet', little: true, nanoseconds: false }))
}

export interface Sending {
  /** It is an access token or a recorder key. */
  readonly token: string
  readonly query?: string
}

/** Sends a file and returns the answer; reading it may continue. */
export async function postFile(url: string, file: Uint8Array, { token, query = '' }: Sending) {
  return fetch(`${url}/api/Sessions/captures${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: Buffer.from(file),
  })
}

/** Sends a file and waits until it is read, or refused. */
export async function follow(url: string, file: Uint8Array, sending: Sending): Promise<Response> {
  const answer = await postFile(url, file, sending)
  if (answer.status !== 202) return answer
  return followUpload(`${url}${answer.headers.get('location')}`, sending.token)
}

/** Waits until an upload is read, or refused. */
export async function followUpload(address: string, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  for (;;) {
    const answer = await fetch(address, { headers })
    if (!answer.ok) return answer
    const state: CaptureUpload = await answer.clone().json()
    if (state.status === 'done') return answer
    await delay(POLL_MS)
  }
}
