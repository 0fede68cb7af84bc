import { ApiException } from '@pitboard/contract/wire/client'
import { PitboardError } from './pitboard-error.ts'

interface RetryOptions {
  /** A call is idempotent if sending it several times does no more than sending it once. */
  readonly isIdempotent: boolean
  readonly attempts: number
  readonly signal: AbortSignal | undefined
}

/** The caller decides about a longer wait, which the error states. */
const WAIT_SECONDS_MAX = 60
const FIRST_WAIT_MS = 500

/**
 * Sends a call again after a 429 or 503, which have changed nothing, once `Retry-After` is over, and after a
 * network failure if the call is idempotent. Throws a `PitboardError` for any other refusal and after the
 * last attempt.
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

/** Returns how long to wait in ms; null for a failure that another attempt would not avoid. */
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
  // A 409 with a wait means that the previous attempt is still being answered.
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
