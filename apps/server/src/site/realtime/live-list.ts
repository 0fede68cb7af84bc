import type { LiveListChange, LiveSession, LiveSummary } from '@pitboard/contract/live'
import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/server-topics'
import type { Log } from '../../platform/diagnostics/log.ts'
import type { RoomDirectory } from '../../racing/live/room-directory.ts'
import { toLiveSummary } from '../../racing/live/live-view.ts'
import { PREFIX } from './channel.ts'
import { createBroadcast } from './frames.ts'
import { roomName, type Rooms } from './rooms.ts'

const LOOK_EVERY_MS = 1000
const ROOM = roomName(LIVE_LIST_TOPIC, false)

export interface LiveList {
  start(): void
  stop(): void
}

/** What was told of a session. */
interface PublishedSession {
  readonly summary: LiveSummary
  readonly standing: string
}

/** Tells whoever has joined the topic what changes in the list of live sessions. */
export function createLiveList(
  rooms: Rooms,
  live: RoomDirectory,
  { nowMs, log }: { nowMs: () => number; log: Log },
): LiveList {
  let told: ReadonlyMap<string, PublishedSession> | null = null
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    if (!rooms.hasMembers(ROOM)) {
      told = null
      return
    }
    const before = told
    told = readLiveSessions(live, nowMs())
    const change = changeOf(before, told)
    if (!change) return
    const content = { kind: 'json', text: JSON.stringify(change) } as const
    rooms.send(ROOM, createBroadcast(PREFIX + LIVE_LIST_TOPIC, LIVE_LIST_EVENT, content, false))
  }

  return {
    start() {
      timer = setInterval(() => {
        try {
          look()
        } catch (error) {
          log.error({ err: error }, 'the list of live sessions could not be published')
        }
      }, LOOK_EVERY_MS)
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

/** After a time without listeners nobody knows what the first one has read: he is told all. */
function changeOf(
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

/** The outline of a track is an object that stays the same while nothing changes in it. */
function findDifference(before: LiveSummary, now: LiveSummary): Partial<LiveSummary> | null {
  const known = new Map<string, unknown>(Object.entries(before))
  const entries = Object.entries(now).filter(([name, value]) => known.get(name) !== value)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** What points are given for. */
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
