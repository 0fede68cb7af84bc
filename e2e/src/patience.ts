import { isDeepStrictEqual } from 'node:util'
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Ends a test that hangs; no test measures time. */
export const PATIENCE_MS = 60_000
const POLL_MS = 50

/** Polls until the answer is truthy: for what sends no event. */
export async function until<T>(read: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const startMs = performance.now(); ; await pause(POLL_MS)) {
    const value = await read()
    if (value) return value
    if (performance.now() - startMs > PATIENCE_MS) {
      throw new Error(`It did not come to be: ${read.toString()}`)
    }
  }
}

/** Resolves once what is read is as expected: a page shows what was done when it is next drawn. */
export async function comesToBe<T>(
  read: () => Promise<T>,
  expected: T,
  message?: string,
): Promise<void> {
  for (const startMs = performance.now(); ; await pause(POLL_MS)) {
    const value = await read()
    if (isDeepStrictEqual(value, expected)) return
    if (performance.now() - startMs > PATIENCE_MS) assert.deepEqual(value, expected, message)
  }
}
