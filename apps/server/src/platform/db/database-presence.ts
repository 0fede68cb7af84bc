import { DatabaseError } from 'pg'
import { BusyError, DatabaseAwayError } from '../diagnostics/errors.ts'
import type { Log } from '../diagnostics/log.ts'

/** Every connection that PostgreSQL allows is in use: it answers others, and goes on answering. */
const TOO_MANY_CONNECTIONS = '53300'
/** The pool says so of a connection that does not open, and of one that others hold for too long. */
const TIMEOUT = 'timeout exceeded when trying to connect'

interface DatabasePresence {
  /**
   * Passes on what `connect` returns. Throws a `DatabaseAwayError` where PostgreSQL gives no connection, and a
   * `BusyError` where others have them all.
   */
  watch<T>(connect: () => Promise<T>): Promise<T>
}

/** Reports once when PostgreSQL goes away and once when it is back, however much fails meanwhile. */
export function createDatabasePresence(log: Log): DatabasePresence {
  /** Before the first connection it is the start that fails, with its own message. */
  let hasBeenHere = false
  let awaySinceMs: number | null = null

  function noteHere(): void {
    hasBeenHere = true
    if (awaySinceMs === null) return
    log.warn({ awayMs: Math.round(performance.now() - awaySinceMs) }, 'PostgreSQL is back')
    awaySinceMs = null
  }

  /** Others have all connections, or this one took its turn too long. */
  function isBusy(error: unknown): boolean {
    if (error instanceof BusyError) return true
    if (error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS) return true
    return awaySinceMs === null && error instanceof Error && error.message === TIMEOUT
  }

  return {
    async watch(connect) {
      try {
        const connection = await connect()
        noteHere()
        return connection
      } catch (error) {
        if (!hasBeenHere) throw error
        if (isBusy(error)) throw error instanceof BusyError ? error : new BusyError(error)
        if (awaySinceMs === null) {
          awaySinceMs = performance.now()
          log.error({ reason: reasonOf(error) }, 'PostgreSQL is away: what needs it fails or waits')
        }
        throw new DatabaseAwayError(error)
      }
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
