import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** A test that hangs ends after this time; no test measures time. */
export const PATIENCE_MS = 120_000
const POLL_MAX_MS = 50

/**
 * Polls until the answer is truthy, where no event is sent (`conditions.ts` is for what sends events). `work`
 * takes the place of the pauses, where a test drives the clock.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  work?: () => Promise<unknown>,
): Promise<NonNullable<T>> {
  for await (const value of readAgain(read, work)) if (value) return value
  throw new Error(`It did not come to be: ${read.toString()}`)
}

/**
 * Resolves once what is read equals what is expected: a page shows a change only when it is drawn the next
 * time.
 */
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

/**
 * Resolves with what `check` returns once it does not throw. `t.waitFor` of node:test is not used: it gives up after a second, which a busy
 * machine takes.
 */
export async function untilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  let last: unknown
  for await (const result of readAgain(() => attempt(check))) {
    if (result.isPassed) return result.value
    last = result.error
  }
  throw last
}

type Attempt<T> =
  | { readonly isPassed: true; readonly value: T }
  | { readonly isPassed: false; readonly error: unknown }

async function attempt<T>(check: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { isPassed: true, value: await check() }
  } catch (error) {
    return { isPassed: false, error }
  }
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
