import type { LiveListChange, LiveSession, LiveSummary } from '@pitboard/contract/live/live'
import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/live/server-topics'
import type { Log } from '../../platform/diagnostics/log.ts'
import type { RoomDirectory } from '../../racing/live/room-directory.ts'
import { toLiveSummary } from '../../racing/live/live-view.ts'
import { PREFIX } from './channel.ts'
import { createBroadcast } from './frames.ts'
import { roomName, type Rooms } from './rooms.ts'

const PUBLISH_EVERY_MS = 1000
const ROOM = roomName(LIVE_LIST_TOPIC, false)

interface LiveList {
  start(): void
  stop(): void
}

/** The published state of a session. */
interface PublishedSession {
  readonly summary: LiveSummary
  readonly standing: string
}

/** Publishes changes of the list of live sessions. */
export function createLiveList(
  rooms: Rooms,
  live: RoomDirectory,
  { nowMs, log }: { nowMs: () => number; log: Log },
): LiveList {
  let published: ReadonlyMap<string, PublishedSession> | null = null
  let timer: NodeJS.Timeout | undefined

  function publishChanges(): void {
    if (!rooms.hasMembers(ROOM)) {
      published = null
      return
    }
    const before = published
    published = readLiveSessions(live, nowMs())
    const change = findListChange(before, published)
    if (!change) return
    const content = { kind: 'json', text: JSON.stringify(change) } as const
    rooms.send(ROOM, createBroadcast(PREFIX + LIVE_LIST_TOPIC, LIVE_LIST_EVENT, content, false))
  }

  return {
    start() {
      timer = setInterval(() => {
        try {
          publishChanges()
        } catch (error) {
          log.error({ err: error }, 'the list of live sessions could not be published')
        }
      }, PUBLISH_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

function readLiveSessions(live: RoomDirectory, nowMs: number): Map<string, PublishedSession> {
  return new Map(
    live.rooms().map((room) => {
      const session = { ...room.state(nowMs), viewers: room.viewers() }
      return [room.id, { summary: toLiveSummary(session), standing: scoringKey(session) }]
    }),
  )
}

/** The first listener gets the whole list. */
function findListChange(
  before: ReadonlyMap<string, PublishedSession> | null,
  now: ReadonlyMap<string, PublishedSession>,
): LiveListChange | null {
  const opened: LiveSummary[] = []
  const changed: LiveListChange['changed'] = []
  const moved: string[] = []
  for (const [id, { summary, standing }] of now) {
    const known = before?.get(id)
    const difference = known && findDifference(known.summary, summary)
    if (!known) opened.push(summary)
    else if (difference) changed.push({ ...difference, id })
    if (known && known.standing !== standing) moved.push(id)
  }
  const ended = [...(before?.keys() ?? [])].filter((id) => !now.has(id))
  const isWhole = before === null
  const isNothing = [opened, changed, ended, moved].every(({ length }) => length === 0)
  return isNothing && !isWhole ? null : { isWhole, opened, changed, ended, moved }
}

/** Compares by identity: an unchanged track outline is the same object. */
function findDifference(before: LiveSummary, now: LiveSummary): Partial<LiveSummary> | null {
  const known = new Map<string, unknown>(Object.entries(before))
  const entries = Object.entries(now).filter(([name, value]) => known.get(name) !== value)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** Changes with everything that points depend on. */
function scoringKey({ drivers }: LiveSession): string {
  const fastest = drivers.reduce<LiveSession['drivers'][number] | null>(
    (best, driver) =>
      (driver.bestLapTimeMs ?? Infinity) < (best?.bestLapTimeMs ?? Infinity) ? driver : best,
    null,
  )
  return JSON.stringify([
    fastest?.driverIdx,
    drivers.map(({ driverIdx, name, position, finishingPosition, resultStatus, ...driver }) => [
      ...[driverIdx, name, position, finishingPosition, resultStatus],
      driver.totalPenaltiesSeconds,
    ]),
  ])
}
