/** PostgreSQL, or another service that is needed, has too much to do or is away: what is tried again a little later succeeds. */
export class BusyError extends Error {
  constructor(cause?: unknown, message = 'The database is busy.') {
    super(message, { cause })
    this.name = 'BusyError'
  }
}

/**
 * PostgreSQL gives no connection. The pool reports when that begins and ends, so the log has no line for each
 * thing that fails meanwhile.
 */
export class DatabaseAwayError extends BusyError {
  constructor(cause: unknown) {
    super(cause, 'The database is away.')
    this.name = 'DatabaseAwayError'
  }
}

/** Returns the system's code of an error ("ENOSPC"). */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null
}

/** The server can't start, or go on; the message says why and what to do. */
export class StartError extends Error {
  constructor(message: string, cause?: Error) {
    super(message, { cause })
    this.name = 'StartError'
  }
}
