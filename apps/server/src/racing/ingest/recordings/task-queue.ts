import { setTimeout as wait } from 'node:timers/promises'

const RETRY_MS_MIN = 200
const RETRY_MS_MAX = 30_000

/** The queue runs tasks one after the other, each until it has succeeded or is given up. */
interface TaskQueue {
  /**
   * Adds a task. After the same fault of its data twice, `giveUp` takes the task's place. `onDone` is called
   * when nothing of it is left to do.
   */
  add(
    task: () => Promise<void>,
    giveUp?: (fault: string) => Promise<void>,
    onDone?: () => void,
  ): void
  /** Resolves when everything added so far is done, or when the queue is stopped. */
  idle(): Promise<void>
  length(): number
  stop(): void
}

export function createTaskQueue(onFailure: (error: unknown) => void): TaskQueue {
  const stopping = new AbortController()
  let last = Promise.resolve()
  let length = 0

  async function untilDone(
    task: () => Promise<void>,
    giveUp?: (fault: string) => Promise<void>,
  ): Promise<void> {
    let step = task
    let faultBefore: string | null = null
    for (let delayMs = RETRY_MS_MIN; !stopping.signal.aborted; delayMs *= 2) {
      try {
        await step()
        return
      } catch (error) {
        const fault = step === task && giveUp ? findDataFault(error) : null
        if (fault === null) reportFailure(error)
        if (giveUp && fault !== null && fault === faultBefore) step = () => giveUp(fault)
        faultBefore = fault
        const delay = wait(Math.min(delayMs, RETRY_MS_MAX), null, { signal: stopping.signal })
        await delay.catch(() => null)
      }
    }
  }

  function reportFailure(error: unknown): void {
    try {
      onFailure(error)
    } catch {
      // A report that fails changes nothing about the tasks.
    }
  }

  return {
    add(task, giveUp, onDone) {
      length++
      last = last
        .then(() => untilDone(task, giveUp))
        .then(() => {
          length--
          onDone?.()
        })
        // Otherwise one exception would keep all later tasks from running, and end the process.
        .catch(reportFailure)
    },
    idle: () => last,
    length: () => length,
    stop: () => stopping.abort(),
  }
}

/** These SQLSTATE classes name a fault of the data, which a database that is back does not change. */
const DATA_STATE = /^(22|23)[0-9A-Z]{3}$/

/**
 * Returns why something cannot be stored however often it is tried; null where it may succeed later. The text
 * names the fault and its place and none of the values, which messages quote.
 */
export function findDataFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && DATA_STATE.test(error.code)) {
    return error.code
  }
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return isOurs || error.name === 'ParseError' || error instanceof SyntaxError ? error.name : null
}
