import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** Guards against hanging alone: the first page makes the development server bundle what it finds. */
export const PATIENCE_MS = 120_000
const POLL_MS = 20

/** Resolves once what is read is as expected: a page shows what was done when it is next drawn. */
export async function comesToBe<T>(read: () => Promise<T>, expected: T, message?: string) {
  for (const startMs = performance.now(); ; await pause(POLL_MS)) {
    const value = await read()
    if (isDeepStrictEqual(value, expected)) return
    if (performance.now() - startMs > PATIENCE_MS) assert.deepEqual(value, expected, message)
  }
}
