import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionDetail } from '../src/session/document/session-detail.ts'
import type { EndReason, TrackedSession } from '../src/session/state/state.ts'
import { createTracker, type Tracker } from '../src/session/tracker.ts'
import type { Sent } from './scripted-game.ts'

const identity = {
  id: '00000000-0000-7000-8000-000000000001',
  internalSessionId: 1,
  userId: '00000000-0000-7000-8000-000000000002',
  userName: 'A',
}

export interface Play {
  readonly tracker: Tracker
  readonly opened: TrackedSession[]
  readonly ended: { readonly session: TrackedSession; readonly reason: EndReason }[]
  readonly rejected: string[]
  feed(datagrams: readonly Sent[]): void
}

/** Plays datagrams into a tracker, and records what it reports. */
export function play(datagrams: readonly Sent[] = []): Play {
  const opened: TrackedSession[] = []
  const ended: { session: TrackedSession; reason: EndReason }[] = []
  const rejected: string[] = []
  const tracker = createTracker({
    opened: (session) => opened.push(session),
    ended: (session, reason) => ended.push({ session, reason }),
    rejected: (reason) => rejected.push(reason),
  })
  function feed(more: readonly Sent[]): void {
    for (const { bytes, atMs } of more) tracker.push(bytes, atMs)
  }
  feed(datagrams)
  return { tracker, opened, ended, rejected, feed }
}

/** Returns the document of a session that must have been opened. */
export function detailOf(session: TrackedSession | undefined): SessionDetail {
  if (session === undefined) throw new Error('no session was opened')
  return sessionDetail(session, identity)
}

/** Returns a driver of a document; throws an `Error` where the car is not listed. */
export function driverIn(detail: SessionDetail, idx: number): Driver {
  const driver = detail.drivers.find((driver) => driver.driverIdx === idx)
  if (driver === undefined) throw new Error(`car ${idx} is not listed`)
  return driver
}
