import { checkReleaseIfDue } from '../release/newer-release.ts'
import { joinChannel, type Hearing, type WatchedRows } from './channel.ts'

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000
/** A tab that nobody looks at for longer lets go of its connection. */
const HIDDEN_MS = 60_000

/**
 * Keeps a page told of what changes, for as long as it is open and looked at: it comes back after
 * a break, with longer and longer pauses, and at once when the network or the reader is back.
 * Returns how to end it.
 */
export function openLine(rows: readonly WatchedRows[], hearing: Hearing): () => void {
  let leave: (() => void) | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isJoining = false
  let isClosed = false

  function join(): void {
    if (leave !== null || isJoining || isClosed) return
    clearTimeout(retry)
    retry = undefined
    isJoining = true
    joinChannel(rows, { ...hearing, opened, lost }).then(joined, () => {
      isJoining = false
      lost()
    })
  }

  function joined(leaveIt: (() => void) | null): void {
    isJoining = false
    leave = leaveIt
    if (isClosed || isAway()) hangUp()
  }

  function opened(): void {
    if (failures > 0) checkReleaseIfDue()
    failures = 0
    hearing.opened()
  }

  function lost(): void {
    leave = null
    hearing.lost()
    if (isClosed || isAway()) return
    // Spread: after a restart of the server not everybody comes at once.
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)
    failures++
    retry = setTimeout(join, pauseMs * (0.5 + Math.random()))
  }

  function hangUp(): void {
    clearTimeout(retry)
    retry = undefined
    leave?.()
    leave = null
  }

  function isAway(): boolean {
    return document.visibilityState === 'hidden' && hidden === undefined
  }

  function look(): void {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') {
      hidden = undefined
      join()
      return
    }
    hidden = setTimeout(() => {
      hidden = undefined
      hangUp()
      hearing.lost()
    }, HIDDEN_MS)
  }

  document.addEventListener('visibilitychange', look)
  addEventListener('online', join)
  look()
  return () => {
    isClosed = true
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', join)
    clearTimeout(hidden)
    hangUp()
  }
}
