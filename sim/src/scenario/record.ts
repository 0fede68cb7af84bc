import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Overtake } from '@pitboard/contract/sessions/session-events'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { Sent } from '../packets/broadcast.ts'
import { differences } from './differences.ts'
import { FEED_KINDS } from './expected.ts'
import { START_MS } from './options.ts'
import type { Scenario } from './scenario.ts'

const TICK_MS = 30_000
const identity = { id: '', internalSessionId: 1, userId: '', userName: 'ApexFox' }

export interface Recorded {
  readonly sessions: readonly SessionDetail[]
  readonly aborted: readonly string[]
  readonly rejected: number
}

/** Records a stream as the server does. */
export function record(stream: Iterable<Sent>): Recorded {
  const sessions = new Map<unknown, SessionDetail>()
  const aborted = new Map<unknown, string>()
  let rejected = 0
  const tracker = createTracker({
    ended: (session) => {
      sessions.delete(session)
      if (session.status === 'aborted') aborted.set(session, session.uid)
      else sessions.set(session, sessionDetail(session, identity))
    },
    rejected: () => rejected++,
  })
  let nowMs = START_MS
  for (const { atMs, bytes } of stream) {
    while (START_MS + atMs - nowMs > TICK_MS) tracker.tick((nowMs += TICK_MS))
    nowMs = Math.max(nowMs, START_MS + atMs)
    tracker.push(bytes, nowMs)
  }
  tracker.finish(nowMs)
  return { sessions: [...sessions.values()], aborted: [...aborted.values()], rejected }
}

/** Differences between a recording and what happened. */
export function findFaults({ sessions, aborted }: Scenario, recorded: Recorded): string[] {
  const expected = {
    aborted,
    rejected: 0,
    sessions: sessions.map(({ detail, feed }) => ({
      ...detail,
      overtakes: inOrder(detail.overtakes),
      drivers: detail.drivers.map(withPenaltiesInOrder),
      feed,
    })),
  }
  const actual = recorded.sessions.map((detail) => ({
    ...detail,
    ...(Array.isArray(detail.overtakes) ? { overtakes: inOrder(detail.overtakes) } : {}),
    ...(Array.isArray(detail.drivers) ? { drivers: detail.drivers.map(withPenaltiesInOrder) } : {}),
    feed: feedOf(detail),
  }))
  return differences(expected, { ...recorded, sessions: actual })
}

/** Sorts overtakes, since the order within a frame is unknown. */
function inOrder<T extends Partial<Overtake>>(overtakes: readonly T[]): T[] {
  const key = ({
    overtakingTime = 0,
    overtakingDriverIdx = 0,
    overtakenDriverIdx = 0,
  }: T): number => overtakingTime * 10_000 + overtakingDriverIdx * 100 + overtakenDriverIdx
  return overtakes.toSorted((a, b) => key(a) - key(b))
}

/** The penalties of one frame are sorted too. */
function withPenaltiesInOrder<T extends Partial<Pick<Driver, 'penalties'>>>(driver: T): T {
  if (!Array.isArray(driver.penalties)) return driver
  const penalties = driver.penalties.toSorted(
    (a, b) => a.penaltyIssuedTime - b.penaltyIssuedTime || a.penaltyType - b.penaltyType,
  )
  return { ...driver, penalties }
}

/** The events of a recording in the format of `Expected.feed`. */
export function feedOf({ events }: SessionDetail): string[] {
  return events
    .filter(({ kind }) => FEED_KINDS.includes(kind))
    .map(({ kind, timeMs, driverIdx }) => `${kind} ${timeMs} ${driverIdx}`)
    .toSorted()
}
