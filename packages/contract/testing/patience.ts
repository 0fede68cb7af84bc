import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** Ends a test that hangs; no test measures time. */
export const PATIENCE_MS = 120_000
const POLL_MAX_MS = 50

/**
 * Polls until the answer is truthy: for what sends no event (`conditions.ts` is for what does).
 * `work` takes the place of the pauses, where a test drives the clock.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  work?: () => Promise<unknown>,
): Promise<NonNullable<T>> {
  for await (const value of readAgain(read, work)) if (value) return value
  throw new Error(`It did not come to be: ${read.toString()}`)
}

/** Resolves once what is read is as expected: a page shows what was done when it is next drawn. */
export async function comesToBe<T>(
  read: () => T | Promise<T>,
  expected: T,
  message?: string,
): Promise<void> {
  let last: T | undefined
  for await (const value of readAgain(read)) {
    if (isDeepStrictEqual(value, expected)) return
    last = value
  }
  assert.deepEqual(last, expected, message)
}

async function* readAgain<T>(
  read: () => T | Promise<T>,
  work?: () => Promise<unknown>,
): AsyncGenerator<T> {
  const startMs = performance.now()
  for (let pauseMs = 1; performance.now() - startMs < PATIENCE_MS; pauseMs *= 2) {
    yield await read()
    await (work?.() ?? pause(Math.min(pauseMs, POLL_MAX_MS)))
  }
}
