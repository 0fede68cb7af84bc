import { ApiException } from '@pitboard/contract/wire/client'
import { PitboardError } from './pitboard-error.ts'

interface RetryOptions {
  /** Whether it is done once, however often it is sent. */
  readonly isIdempotent: boolean
  readonly attempts: number
  readonly signal: AbortSignal | undefined
}

/** A longer wait is the caller's decision: the error says how long. */
const WAIT_SECONDS_MAX = 60
const FIRST_WAIT_MS = 500

/**
 * Sends a call again after a 429 or 503, which have changed nothing, once `Retry-After` is over; and after a
 * network failure if that does nothing twice.
 */
export async function retryCall<T>(send: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      const failure = error instanceof ApiException ? new PitboardError(error) : error
      const waitMs = attempt < options.attempts ? waitOf(failure, attempt, options) : null
      if (waitMs === null) throw failure
      await wait(waitMs, options.signal)
    }
  }
}

/** Null for a failure that another attempt does not mend. */
function waitOf(
  failure: unknown,
  attempt: number,
  { isIdempotent, signal }: RetryOptions,
): number | null {
  if (signal?.aborted) return null
  const backoffMs = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
  if (!(failure instanceof PitboardError)) {
    return failure instanceof TypeError && isIdempotent ? backoffMs : null
  }
  const seconds = failure.retryAfterSeconds
  // A 409 with a wait: the attempt before is still being answered.
  const isPassing = failure.status === 409 && seconds !== null
  if (failure.status !== 429 && failure.status !== 503 && !isPassing) return null
  if (seconds === null) return backoffMs
  return seconds <= WAIT_SECONDS_MAX ? seconds * 1000 : null
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(finish, ms)
    function finish() {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    function abort() {
      clearTimeout(timer)
      reject(new DOMException('The call was aborted.', 'AbortError'))
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
