import { randomUUID } from 'node:crypto'
import type { LiveListChange } from '@pitboard/contract/live/live'
import type { FanOut } from '../../platform/fan-out/fan-out.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import {
  applyListChange,
  findListChange,
  type ListedSessions,
  readOwnSessions,
} from './listed-sessions.ts'
import type { LiveSeasons } from './live-seasons.ts'
import type { RoomDirectory } from './rooms/room-directory.ts'

const PUBLISH_EVERY_MS = 500
/** A server publishes at this interval, also without changes. */
const HEARTBEAT_MS = 1_000
const SILENCE_MS = 5_000
/** A server without others looks for them at this interval. */
const SEARCH_EVERY_MS = 10_000
const ALONE_AFTER_MS = 30_000
const NODES_MAX = 1_000
/** A message is far below the limit of the fan-out: an outline has some kilobytes. */
const OPENED_MAX = 50

const LISTS = 'live.list.*'
const REQUEST = 'live.list-request'

/** Lists the live sessions of all servers. */
export interface SharedLiveList {
  /** Returns the sessions that this server does not record. */
  elsewhere(): ListedSessions
  /** Returns all sessions as they are now. */
  read(): ListedSessions
  has(id: string): boolean
  start(): void
  stop(): Promise<void>
}

/** It is one message of a server: its changes since the message before. */
interface PublishedChange extends LiveListChange {
  readonly seq: number
}

interface OtherServer {
  readonly seq: number
  readonly sessions: ListedSessions
  readonly receivedMs: number
}

interface SharedLiveListParts {
  readonly roomDirectory: RoomDirectory
  readonly seasons: LiveSeasons
  readonly fanOut: FanOut
  readonly nowMs: () => number
  readonly log: Log
}

/** Creates the list: each server publishes its own sessions, and merges what the others publish. */
export function createSharedLiveList(parts: SharedLiveListParts): SharedLiveList {
  const { roomDirectory, seasons, fanOut, nowMs, log } = parts
  const subject = LISTS.replace('*', randomUUID())
  const servers = new Map<string, OtherServer>()
  let merged: ListedSessions = new Map()
  let published: ListedSessions | null = null
  let seq = 0
  let publishedMs = Number.NEGATIVE_INFINITY
  let requestedMs = Number.NEGATIVE_INFINITY
  let othersSeenMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const ends: (() => void)[] = []

  function merge(): void {
    merged = new Map([...servers.values()].flatMap(({ sessions }) => [...sessions]))
    roomDirectory.noteElsewhere(
      new Map([...merged].map(([id, { summary }]) => [summary.userId, id])),
    )
  }

  function requestLists(): void {
    if (nowMs() - requestedMs < HEARTBEAT_MS) return
    requestedMs = nowMs()
    fanOut.publish(REQUEST, new Uint8Array())
  }

  function receive(server: string, { seq: received, ...change }: PublishedChange): void {
    othersSeenMs = nowMs()
    const known = servers.get(server)
    if (!known && servers.size >= NODES_MAX) return
    if (!change.isWhole && known?.seq !== received - 1) {
      requestLists()
      return
    }
    const before = known?.sessions ?? new Map()
    const sessions = applyListChange(before, change, String(received))
    servers.set(server, { seq: received, sessions, receivedMs: nowMs() })
    merge()
  }

  function dropSilent(): void {
    const before = servers.size
    for (const [server, { receivedMs }] of servers) {
      if (Math.abs(nowMs() - receivedMs) > SILENCE_MS) servers.delete(server)
    }
    if (servers.size !== before) merge()
  }

  function publishOwn(): void {
    const now = nowMs()
    if (now - othersSeenMs > ALONE_AFTER_MS) {
      published = null
      if (now - requestedMs > SEARCH_EVERY_MS) requestLists()
      return
    }
    const own = readOwnSessions(roomDirectory, seasons, now)
    const change = findListChange(published, own)
    const isDue = change !== null || now - publishedMs >= HEARTBEAT_MS
    if (!isDue) return
    published = own
    publishedMs = now
    send(change ?? { isWhole: false, opened: [], changed: [], ended: [], moved: [] })
  }

  function send({ opened, ...change }: LiveListChange): void {
    publish({ ...change, opened: opened.slice(0, OPENED_MAX) })
    for (let from = OPENED_MAX; from < opened.length; from += OPENED_MAX) {
      const part = opened.slice(from, from + OPENED_MAX)
      publish({ isWhole: false, opened: part, changed: [], ended: [], moved: [] })
    }
  }

  function publish(change: LiveListChange): void {
    seq++
    const message: PublishedChange = { seq, ...change }
    fanOut.publish(subject, Buffer.from(JSON.stringify(message)))
  }

  function publishWhole(): void {
    othersSeenMs = nowMs()
    published = null
  }

  function tick(): void {
    try {
      dropSilent()
      publishOwn()
    } catch (error) {
      log.error({ err: error }, 'The list of live sessions could not be published')
    }
  }

  return {
    elsewhere: () => merged,
    read: () => new Map([...merged, ...readOwnSessions(roomDirectory, seasons, nowMs())]),
    has: (id) => merged.has(id) || roomDirectory.room(id) !== null,
    start() {
      ends.push(
        fanOut.subscribe(LISTS, ({ subject: from, payload }) => {
          const change: PublishedChange = JSON.parse(Buffer.from(payload).toString())
          receive(from, change)
        }),
        fanOut.subscribe(REQUEST, publishWhole),
        fanOut.onResume(() => {
          publishWhole()
          requestLists()
        }),
      )
      requestLists()
      seasons.job.start()
      timer = setInterval(tick, PUBLISH_EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      for (const end of ends.splice(0)) end()
      // The sessions that this server records continue at another server, and must not be listed by two.
      published = null
      if (othersSeenMs > 0) send({ isWhole: true, opened: [], changed: [], ended: [], moved: [] })
      await seasons.job.stop()
    },
  }
}
