import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../platform/diagnostics/log.ts'
import { openStoredTimeline, type StoredTimeline } from './stored-timeline.ts'

/** After the end a viewer may still be watching with a delay, or far back. */
const RETAINED_MS = 10 * 60_000

/** The timelines of the sessions that are being driven, and of those that have just ended. */
export interface Timelines {
  /** Begins one in the place of an earlier one of this session. */
  open(id: string): StoredTimeline
  find(id: string): StoredTimeline | null
  /** Removes it after some minutes. */
  retire(id: string): void
  /** Removes what an earlier run of the server left. */
  clear(): Promise<void>
  stop(): Promise<void>
}

export function createTimelines(root: string, log: Log, nowMs: () => number): Timelines {
  const timelines = new Map<string, StoredTimeline>()
  const timers = new Map<string, NodeJS.Timeout>()
  const removing = new Set<Promise<void>>()

  function remove(id: string): void {
    clearTimeout(timers.get(id))
    timers.delete(id)
    const timeline = timelines.get(id)
    timelines.delete(id)
    if (!timeline) return
    const removal = timeline.remove().catch((error: unknown) => {
      log.error({ err: error, sessionId: id }, 'The timeline of a session could not be removed')
    })
    removing.add(removal)
    void removal.then(() => removing.delete(removal))
  }

  return {
    open(id) {
      remove(id)
      const version = nowMs().toString(36)
      const timeline = openStoredTimeline(join(root, `${id}.${version}`), version, log)
      timelines.set(id, timeline)
      return timeline
    },
    find: (id) => timelines.get(id) ?? null,
    retire(id) {
      if (!timelines.has(id)) return
      clearTimeout(timers.get(id))
      timers.set(id, setTimeout(() => remove(id), RETAINED_MS).unref())
    },
    clear: () => rm(root, { recursive: true, force: true }),
    async stop() {
      for (const id of [...timelines.keys()]) remove(id)
      await Promise.all(removing)
    },
  }
}
