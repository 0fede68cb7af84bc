import type { Db } from '../../../platform/db/tables.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import { type OwnedStream, StreamLost } from '../../ownership/ownership.ts'
import { createJournalCopy, type FileCopy } from './journal-copy.ts'
import { type JournalReplica, LONE_COPY, ReplicaAway } from './journal-replica.ts'
import { type PartStore, StoreFull } from './part-store.ts'
import { readNewestEpoch, restoreJournal } from './restore-journal.ts'
import type { ReplicaMetrics } from './replica-metrics.ts'

/** A recorder waits this long for a server that has to restore its journal, and then asks again. */
const FENCE_WITHIN_MS = 5_000
const FENCE_RETRY_MS = 500

interface StoredReplicaOptions {
  readonly store: PartStore
  readonly db: Db
  readonly log: Log
  readonly metrics: ReplicaMetrics
}

/** Creates the second copy of the journals in a store of parts. */
export function createStoredReplica(options: StoredReplicaOptions): JournalReplica {
  const { store, db, log, metrics } = options
  const copies = new Set<FileCopy>()
  let isFailing = false
  metrics.observeWaiting(() => {
    let bytes = 0
    for (const copy of copies) bytes += copy.waitingBytes()
    return bytes
  })

  function noteAppend(seconds: number, error: unknown): void {
    if (error === null) {
      metrics.appendSeconds.observe(seconds)
      if (isFailing) log.info('The second copy of the journals is written again')
      isFailing = false
      return
    }
    const reason = error instanceof StoreFull ? 'full' : 'away'
    metrics.failures.inc({ reason })
    if (!isFailing) {
      log.warn(
        { err: error },
        'The second copy of the journals can not be written: nothing is acknowledged',
      )
    }
    isFailing = true
  }

  function createCopy(owned: OwnedStream, folder: string): FileCopy {
    const check = () => owned.check(db)
    const made = createJournalCopy({ store, owned, folder, log, check, onAppend: noteAppend })
    const copy: FileCopy = {
      ...made,
      async close() {
        copies.delete(copy)
        await made.close()
      },
    }
    copies.add(copy)
    return copy
  }

  /** Returns true where the folder now has what other servers received. */
  async function restore(owned: OwnedStream, folder: string, copy: FileCopy): Promise<boolean> {
    const { userId } = owned
    const last = await fenceWithin(copy)
    if (last === null) return false
    const startedMs = performance.now()
    const segments = await restoreJournal(store, userId, last.sequence, folder)
    for (const { segment, sequence } of segments) copy.noteSegment(segment, sequence)
    if (segments.length === 0) return false
    metrics.restores.inc()
    const tookMs = Math.round(performance.now() - startedMs)
    log.info({ userId, segments: segments.length, tookMs }, 'A journal was restored')
    return true
  }

  async function fenceWithin(copy: FileCopy) {
    const untilMs = performance.now() + FENCE_WITHIN_MS
    for (;;) {
      try {
        return await copy.fence()
      } catch (error) {
        if (error instanceof StreamLost || performance.now() > untilMs) throw error
        await store.returned(FENCE_RETRY_MS, new AbortController().signal)
      }
    }
  }

  return {
    async canRestore(userId) {
      const last = await store.findLast(userId)
      return last !== null && last.segment > 0
    },
    async open(owned, folder) {
      // Nothing is stored for a deleted user.
      if (owned.epoch === 0) return { copy: LONE_COPY, isRestored: false }
      const copy = createCopy(owned, folder)
      try {
        const epoch = await readNewestEpoch(folder)
        const isCurrent = owned.epoch === 1 || (epoch !== null && epoch >= owned.sinceEpoch)
        const isRestored = !isCurrent && (await restore(owned, folder, copy))
        return { copy, isRestored }
      } catch (error) {
        await copy.close()
        throw error instanceof StreamLost ? error : new ReplicaAway({ cause: error })
      }
    },
    forget: (userId) => store.removeAll(userId),
    close: () => Promise.resolve(),
  }
}
