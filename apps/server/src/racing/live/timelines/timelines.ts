import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../../platform/diagnostics/log.ts'
import { createLoneFanOut, type FanOut } from '../../../platform/fan-out/fan-out.ts'
import { answerTimeline, createRemoteTimelines, type TimelineReader } from './shared-timelines.ts'
import { openStoredTimeline, type StoredTimeline } from './stored-timeline.ts'
import { createTimelineFiles } from './timeline-files.ts'

/** A viewer may still be watching after the end, with a delay or far back. */
const RETAINED_MS = 10 * 60_000
/** This many bytes are hours of a race with viewers. */
const USER_BYTES_MAX = 256 * 1024 ** 2
const TOTAL_BYTES_MAX = 2 * 1024 ** 3
const FOLDER_NAME = /^([0-9a-f-]{36})\.([0-9a-z]{1,40})$/

export interface TimelineLimits {
  readonly userBytesMax: number
  readonly totalBytesMax: number
}

/** It has the timelines of the sessions that are being driven, and of those that have just ended. */
export interface Timelines extends TimelineReader {
  /** Begins the timeline of a session, or continues it, and answers other servers with it. */
  open(id: string, userId: string): StoredTimeline
  find(id: string): StoredTimeline | null
  /** Returns the ids of the sessions that have a timeline. */
  ids(): string[]
  /** Removes a timeline after some minutes. */
  retire(id: string): void
  /** Stops answering with a timeline: another server has the session now, with a timeline of its own. */
  withhold(id: string): void
  remove(id: string): Promise<void>
  /** Finds what an earlier run of the server left, and removes what cannot be played. */
  load(): Promise<void>
  /** Resolves once everything is on disk, for the next run of the server. */
  stop(): Promise<void>
}

interface TimelinesParts {
  readonly root: string
  readonly log: Log
  readonly nowMs: () => number
  readonly fanOut?: FanOut
  readonly limits?: TimelineLimits
}

export function createTimelines(parts: TimelinesParts): Timelines {
  const { root, log, nowMs, fanOut = createLoneFanOut() } = parts
  const { limits = { userBytesMax: USER_BYTES_MAX, totalBytesMax: TOTAL_BYTES_MAX } } = parts
  const remote = createRemoteTimelines(fanOut)
  /** The keys are the timelines that this run of the server has opened. */
  const answers = new Map<string, () => void>()
  const timelines = new Map<string, StoredTimeline>()
  const timers = new Map<string, NodeJS.Timeout>()
  const removing = new Set<Promise<void>>()

  const folderOf = (id: string, version: string) => join(root, `${id}.${version}`)

  function stopAnswer(id: string): void {
    answers.get(id)?.()
    answers.delete(id)
  }

  /** Reads a timeline. One of an earlier run is only used where no other server has the session. */
  async function read<T>(
    id: string,
    readOwn: (own: StoredTimeline) => T | Promise<T>,
    readRemote: () => Promise<T>,
  ): Promise<T | null> {
    const own = timelines.get(id)
    if (own && answers.has(id)) return readOwn(own)
    return (await readRemote()) ?? (own ? readOwn(own) : null)
  }

  function remove(id: string): Promise<void> {
    stopAnswer(id)
    clearTimeout(timers.get(id))
    timers.delete(id)
    const timeline = timelines.get(id)
    timelines.delete(id)
    if (!timeline) return Promise.resolve()
    const removal = timeline.remove().catch((error: unknown) => {
      log.error({ err: error, sessionId: id }, 'The timeline of a session could not be removed')
    })
    removing.add(removal)
    return removal.finally(() => removing.delete(removal))
  }

  function retire(id: string): void {
    if (!timelines.has(id)) return
    clearTimeout(timers.get(id))
    timers.set(id, setTimeout(() => void remove(id), RETAINED_MS).unref())
  }

  /** Removes the oldest parts of the user who takes most room. */
  function dropOldest(): void {
    for (;;) {
      const users = Map.groupBy(timelines.values(), ({ userId }) => userId)
      const usages = [...users.values()].map((owned) => ({ owned, bytes: sumBytes(owned) }))
      const total = usages.reduce((sum, { bytes }) => sum + bytes, 0)
      const [largest] = usages.toSorted((a, b) => b.bytes - a.bytes)
      if (!largest) return
      if (total <= limits.totalBytesMax && largest.bytes <= limits.userBytesMax) return
      if (!largest.owned.some((timeline) => timeline.dropOldest())) return
    }
  }

  async function loadFolder(name: string): Promise<void> {
    const [, id, version] = FOLDER_NAME.exec(name) ?? []
    if (id === undefined || version === undefined || timelines.has(id)) {
      await rm(join(root, name), { recursive: true, force: true })
      return
    }
    const folder = folderOf(id, version)
    const earlier = await createTimelineFiles(folder)
      .readEarlier()
      .catch((error: unknown) => {
        log.warn({ err: error, sessionId: id }, 'A timeline can not be read again')
        return null
      })
    if (!earlier) {
      await rm(folder, { recursive: true, force: true })
      return
    }
    const { userId } = earlier
    const paths = { folderOf: (of: string) => folderOf(id, of), version }
    const options = { ...paths, userId, log, nowMs, earlier, onGrown: dropOldest }
    timelines.set(id, openStoredTimeline(options))
    retire(id)
  }

  return {
    open(id, userId) {
      clearTimeout(timers.get(id))
      timers.delete(id)
      const known = timelines.get(id)
      if (known?.describe()) {
        stopAnswer(id)
        answers.set(id, answerTimeline(fanOut, id, known))
        return known
      }
      void remove(id)
      const version = nowMs().toString(36)
      const paths = { folderOf: (of: string) => folderOf(id, of), version }
      const options = { ...paths, userId, log, nowMs, onGrown: dropOldest }
      const timeline = openStoredTimeline(options)
      timelines.set(id, timeline)
      answers.set(id, answerTimeline(fanOut, id, timeline))
      return timeline
    },
    describe: (id) =>
      read(
        id,
        (own) => own.describe(),
        () => remote.describe(id),
      ),
    readChunk: (id, version, number) =>
      read(
        id,
        (own) => (own.version === version ? own.readChunk(number) : null),
        () => remote.readChunk(id, version, number),
      ),
    find: (id) => timelines.get(id) ?? null,
    ids: () => [...timelines.keys()],
    retire,
    withhold(id) {
      stopAnswer(id)
      retire(id)
    },
    remove,
    async load() {
      await mkdir(root, { recursive: true })
      for (const name of await readdir(root)) await loadFolder(name)
      dropOldest()
    },
    async stop() {
      for (const id of answers.keys()) stopAnswer(id)
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([...timelines.values()].map((timeline) => timeline.close()))
      await Promise.all(removing)
    },
  }
}

function sumBytes(timelines: readonly StoredTimeline[]): number {
  return timelines.reduce((sum, timeline) => sum + timeline.bytes(), 0)
}
