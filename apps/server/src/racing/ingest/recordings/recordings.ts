import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTicker } from '../../../platform/jobs/ticker.ts'
import { isUuid } from '@pitboard/contract/wire/uuid'
import {
  type OwnedStream,
  type Ownership,
  StreamOwnedElsewhere,
} from '../../ownership/ownership.ts'
import { openRecording } from './open-recording.ts'
import { readCrashes } from './replay-journal.ts'
import { storeQuarantined } from './quarantine.ts'
import type { Recording, RecordingContext, Source } from './recording.ts'
import { itemAt } from '@pitboard/contract/wire/item-at'

const TICK_MS = 1_000
const REPLAYS_AT_ONCE = 3
/** The server stops after this time, also without the second copy of the journals. */
const SYNC_WITHIN_MS = 3_000
/** An unused recording stays in memory this long. */
const IDLE_MS = 60_000

/** It stands in for the current source, which it replaces. */
const NO_SOURCE: Source = {
  stream: null,
  replaced() {},
  failed() {},
  moved() {},
  session() {},
  durable() {},
}

export interface Recordings {
  /** Opens the recording of a user, which is read from its journal where it is not in memory. */
  open(userId: string): Promise<Recording>
  /** Continues everything that was under way when the server stopped, with its rooms. */
  recover(): Promise<void>
  /** Returns the users who have a journal. */
  users(): Promise<string[]>
  /** Returns whether the recording is in memory here. */
  isOpen(userId: string): boolean
  /** Ends what this user sends, and removes their journal. */
  forget(userId: string): Promise<void>
  /** Resolves once everything received is acknowledged, unless the second copy takes too long. */
  sync(): Promise<void>
  close(): Promise<void>
}

export function createRecordings(
  given: Omit<RecordingContext, 'pendingTotal' | 'stopping'>,
  ownership: Ownership,
  folder: string,
): Recordings {
  const { log, nowMs, tracing } = given
  const stopping = new AbortController()
  const context = { ...given, pendingTotal: { count: 0 }, stopping: stopping.signal }
  const opened = new Map<string, Recording>()
  const recordings = new Map<string, Promise<Recording>>()
  const closing = new Map<string, Promise<void>>()
  const usedMs = new Map<string, number>()

  function open(userId: string): Promise<Recording> {
    usedMs.set(userId, nowMs())
    const known = recordings.get(userId)
    if (known) return known
    const before = closing.get(userId) ?? Promise.resolve()
    const opening = before.then(() => claimAndOpen(userId))
    recordings.set(userId, opening)
    opening.then(
      (recording) => {
        opened.set(userId, recording)
        ticking.wake()
      },
      () => {
        recordings.delete(userId)
        usedMs.delete(userId)
      },
    )
    return opening
  }

  async function claimAndOpen(userId: string): Promise<Recording> {
    const attributes = { 'pitboard.user.id': userId }
    const claim = () => ownership.claim(userId)
    const owned = await tracing.trace('claim stream', attributes, claim)
    try {
      const replay = () => openRecording(context, owned, join(folder, userId))
      return await tracing.trace('replay journal', attributes, replay)
    } catch (error) {
      await release(owned)
      throw error
    }
  }

  async function release(owned: OwnedStream): Promise<void> {
    await ownership.release(owned).catch((error: unknown) => {
      log.warn({ err: error, userId: owned.userId }, 'A stream could not be released yet')
    })
  }

  /**
   * Moves a recording away after another server has taken over: what is in memory and unstored is sent again
   * to that one.
   */
  async function move(userId: string): Promise<void> {
    const recording = await recordings.get(userId)?.catch(() => null)
    if (recording) close(recording, () => recording.move())
  }

  ownership.onLost((userId) => void move(userId))

  async function users(): Promise<string[]> {
    const names = await readdir(folder).catch(() => [])
    return names.filter(isUuid)
  }

  function tickAll(): void {
    for (const recording of opened.values()) {
      try {
        if (recording.hasFailed() || isUnused(recording)) close(recording)
        else recording.tick()
      } catch (error) {
        log.error({ err: error, userId: recording.userId }, 'A recording failed')
        close(recording)
      }
    }
  }

  function isUnused(recording: Recording): boolean {
    const used = usedMs.get(recording.userId) ?? 0
    if (recording.isIdle()) return nowMs() - used > IDLE_MS
    usedMs.set(recording.userId, nowMs())
    return false
  }

  /** Closes a recording. Opening it again waits for the end of the close, and reads the journal. */
  function close(recording: Recording, end = () => recording.close()): void {
    const { userId, owned } = recording
    recordings.delete(userId)
    opened.delete(userId)
    usedMs.delete(userId)
    const closed = end()
      .catch((error: unknown) => {
        log.error({ err: error, userId }, 'A journal could not be closed')
      })
      .then(() => release(owned))
    closing.set(userId, closed)
    void closed.then(() => closing.delete(userId))
  }

  const ticking = createTicker(TICK_MS, () => {
    tickAll()
    return opened.size > 0
  })

  async function replayAll(users: readonly string[], atOnce: number): Promise<void> {
    const waiting = users.values()
    const shown: Promise<void>[] = []
    async function replayNext(): Promise<void> {
      for (const userId of waiting) {
        if (stopping.signal.aborted) return
        try {
          const recording = await open(userId)
          shown.push(recording.settled())
        } catch (error) {
          if (error instanceof StreamOwnedElsewhere) continue
          log.error({ err: error, userId }, 'A journal could not be replayed')
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, replayNext))
    await Promise.all(shown)
  }

  return {
    open,
    async recover() {
      const known = await ownership.findOwn(await users())
      const crashes = await Promise.all(known.map((userId) => readCrashes(join(folder, userId))))
      // A journal that may crash the server is replayed alone, after the others.
      const suspects = known.filter((_, place) => itemAt(crashes, place) > 0)
      const others = known.filter((_, place) => itemAt(crashes, place) === 0)
      await replayAll(others, REPLAYS_AT_ONCE)
      await replayAll(suspects, 1)
      for (const userId of known) {
        if (stopping.signal.aborted) return
        await storeQuarantined(context, userId, join(folder, userId)).catch((error: unknown) => {
          log.error({ err: error, userId }, 'Quarantined sessions could not be tried again')
        })
      }
    },
    users,
    isOpen: (userId) => recordings.has(userId),
    async forget(userId) {
      const recording = await recordings.get(userId)?.catch(() => null)
      if (recording) {
        recording.attach(NO_SOURCE)
        recording.finish(true)
        await recording.settled()
        recording.detach(NO_SOURCE)
        close(recording)
      }
      await closing.get(userId)
      await context.replica.forget(userId)
      await rm(join(folder, userId), { recursive: true, force: true })
    },
    async sync() {
      await Promise.allSettled(
        [...opened.values()].map((recording) => recording.syncBoth(SYNC_WITHIN_MS)),
      )
    },
    async close() {
      stopping.abort()
      ticking.stop()
      await Promise.allSettled(recordings.values())
      for (const recording of opened.values()) close(recording)
      await Promise.all(closing.values())
    },
  }
}
