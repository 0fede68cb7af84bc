import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { liveSessions } from '@pitboard/contract/live/live'
import { createClient } from '@pitboard/contract/wire/client'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { insertUser } from '@pitboard/server/accounts/users/queries'
import type { Db } from '@pitboard/server/platform/db/tables'
import {
  connectRecorder,
  type TestRecorder,
} from '@pitboard/server/racing/ingest/transports/recorder.fixture'
import { createRace } from '@pitboard/sim/race'
import type { Datagram } from '@pitboard/telemetry/decode'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'

const SEND_EVERY_MS = 100
const POLL_MS = 200
/** The UID lies here in the header of 2023 and later. */
const UID_AT = 7
const START_MS = 5_000

export interface DrivenSessions {
  readonly ids: readonly string[]
  stop(): void
}

/** Starts `count` recorders of different users, which send the same race of 20 cars at 60 Hz under different UIDs. */
export async function driveSessions(db: Db, url: string, count: number): Promise<DrivenSessions> {
  const call = createClient({ baseUrl: url })
  const stream = createThinnedRace()
  const recorders: TestRecorder[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await insertUser(db, { id: randomUUID(), username: `Bench ${n}` })
    const key = await insertRecorderKey(db, { id: randomUUID(), userId: id, name: 'bench' })
    const lease = await call(liveSessions.register, {
      params: { id },
      query: { key, useTcp: true },
    })
    if (lease.protocol !== 'tcp') throw new Error('The lease is not for a stream')
    const recorder = await connectRecorder(lease.port)
    await recorder.hello(lease.token, randomUUID())
    recorders.push(recorder)
  }
  const startedAt = performance.now() - START_MS
  let next = 0
  const timer = setInterval(() => {
    const nowMs = performance.now() - startedAt
    for (let due = stream[next]; due && due.atMs <= nowMs; due = stream[++next]) {
      for (const [place, recorder] of recorders.entries()) {
        const bytes = Buffer.from(due.bytes)
        bytes.writeBigUInt64LE(bytes.readBigUInt64LE(UID_AT) + BigInt(place), UID_AT)
        void recorder.send({ number: next + 1, atMs: due.atMs, bytes })
      }
    }
  }, SEND_EVERY_MS)
  for (;;) {
    const live = await call(liveSessions.all, {})
    const ids = live.map(({ id }) => id)
    if (ids.length === count) {
      return {
        ids,
        stop() {
          clearInterval(timer)
          for (const { socket } of recorders) socket.destroy()
        },
      }
    }
    await pause(POLL_MS)
  }
}

function createThinnedRace(): Datagram[] {
  const thinner = createThinner()
  const sent: Datagram[] = []
  for (const { bytes, atMs } of createRace({ seed: 8, laps: 3, cars: 20 }).datagrams()) {
    sent.push(...thinner.push(bytes, atMs))
  }
  return sent
}
