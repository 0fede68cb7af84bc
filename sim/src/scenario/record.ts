import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Overtake } from '@pitboard/contract/sessions/session-events'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { Sent } from '../packets/broadcast.ts'
import { findLiveFaults, type LiveMoment } from './live.ts'
import { differences } from './differences.ts'
import { FEED_KINDS } from './expected.ts'
import { START_MS } from './options.ts'
import type { Scenario } from './scenario.ts'

const TICK_MS = 30_000
const identity = { id: '', internalSessionId: 1, userId: '', userName: 'ApexFox' }

interface Recorded {
  readonly sessions: readonly SessionDetail[]
  readonly aborted: readonly string[]
  readonly rejected: number
  readonly liveFaults: readonly string[]
}

/** The moments of a scenario's live documents. */
export function liveMomentsOf({ sessions }: Scenario): LiveMoment[] {
  return sessions.flatMap(({ live }) => live)
}

/** Records a stream as the server does, and compares the live document with these moments, in order. */
export function record(stream: Iterable<Sent>, moments: readonly LiveMoment[] = []): Recorded {
  const open = new Set<TrackedSession>()
  const liveFaults: string[] = []
  const sessions = new Map<unknown, SessionDetail>()
  const aborted = new Map<unknown, string>()
  let rejected = 0
  const tracker = createTracker({
    opened: (session) => open.add(session),
    ended: (session) => {
      open.delete(session)
      sessions.delete(session)
      if (session.status === 'aborted') aborted.set(session, session.uid)
      else sessions.set(session, sessionDetail(session, identity))
    },
    rejected: () => rejected++,
  })
  let nowMs = START_MS
  let next = 0
  const compareUntil = (atMs: number): void => {
    for (let moment = moments[next]; moment && moment.sentMs < atMs; moment = moments[++next]) {
      const { uid, sentMs } = moment
      const session = [...open].find((one) => one.uid === uid)
      if (session) liveFaults.push(...findLiveFaults(moment, sessionDetail(session, identity)))
      else liveFaults.push(`live at ${Math.round(sentMs)}: no session`)
    }
  }
  for (const { atMs, bytes } of stream) {
    compareUntil(atMs)
    while (START_MS + atMs - nowMs > TICK_MS) tracker.tick((nowMs += TICK_MS))
    nowMs = Math.max(nowMs, START_MS + atMs)
    tracker.push(bytes, nowMs)
  }
  compareUntil(Infinity)
  tracker.finish(nowMs)
  const [stored, left] = [[...sessions.values()], [...aborted.values()]]
  return { sessions: stored, aborted: left, rejected, liveFaults }
}

/** Differences between a recording and what happened. */
export function findFaults({ sessions, aborted }: Scenario, recorded: Recorded): string[] {
  const expected = {
    aborted,
    rejected: 0,
    liveFaults: [],
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
