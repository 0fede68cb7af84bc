import { mock } from 'node:test'
import { endRegistration, startRegistration } from './test-registry.ts'

/** The clock of the tests can be a mock. */
const { setTimeout: wait, setImmediate: nextTurn } = globalThis
const POLL_MS = 20
/** What zlib and Web Crypto do in threads is not counted as active, and takes a moment on a busy machine. */
const POLLS = 25

/** This many resources are active in this process without a test. */
let idleResources = Infinity

/**
 * Resolves with why a test of the file fails, or null if all pass. `load` resolves with whether the
 * tests are wanted.
 */
export async function runTestFile(load: () => Promise<boolean>): Promise<string | null> {
  idleResources = Math.min(idleResources, countActive())
  const failures: unknown[] = []
  const fail = (reason: unknown) => failures.push(reason)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    startRegistration()
    if (!(await endOrStall(load()))) return null
    const { tests, before, after } = endRegistration()
    for (const hook of before) await endOrStall(hook())
    for (const { run } of tests) {
      await endOrStall(run())
      if (failures.length > 0) break
    }
    for (const hook of after) await endOrStall(hook())
    await new Promise((resolve) => nextTurn(resolve))
  } catch (error) {
    fail(error)
  } finally {
    mock.reset()
    process.off('uncaughtException', fail)
    process.off('unhandledRejection', fail)
  }
  return failures.length === 0 ? null : String(failures[0])
}

/** Rejects when the work waits for something while nothing is under way that could bring it. */
async function endOrStall<T>(work: T): Promise<Awaited<T>> {
  let ended = false
  const watch = async (): Promise<never> => {
    for (let idle = 0; idle < POLLS;) {
      await new Promise((resolve) => wait(resolve, POLL_MS).unref())
      // Nobody waits for it any more.
      if (ended) return new Promise(() => undefined)
      idle = countActive() <= idleResources ? idle + 1 : 0
    }
    throw new Error('The test waits for something that cannot come')
  }
  try {
    return await Promise.race([work, watch()])
  } finally {
    ended = true
  }
}

/** A server that listens brings nothing about, unless something else connects to it. */
function countActive(): number {
  return process.getActiveResourcesInfo().filter((name) => name !== 'TCPServerWrap').length
}
