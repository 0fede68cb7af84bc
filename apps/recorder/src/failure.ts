/** The user can put it right: the message says what is wrong, and what to do about it. */
export class Failure extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.name = 'Failure'
    this.remedy = remedy
  }
}

/** Returns the system's code of an error ("EADDRINUSE"), also where fetch wraps it. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  return error.cause === undefined ? null : errorCode(error.cause)
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
