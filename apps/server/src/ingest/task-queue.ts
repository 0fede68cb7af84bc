import { setTimeout as wait } from 'node:timers/promises'

const RETRY_MS_MIN = 200
const RETRY_MS_MAX = 30_000

/** Runs tasks one after the other, each until it has worked. */
export interface TaskQueue {
  add(task: () => Promise<void>): void
  /** Everything added so far is done; also resolves when the queue is stopped. */
  idle(): Promise<void>
  length(): number
  stop(): void
}

export function createTaskQueue(onFailure: (error: unknown) => void): TaskQueue {
  const stopping = new AbortController()
  let last = Promise.resolve()
  let length = 0

  async function untilDone(task: () => Promise<void>): Promise<void> {
    for (let delayMs = RETRY_MS_MIN; !stopping.signal.aborted; delayMs *= 2) {
      try {
        await task()
        return
      } catch (error) {
        onFailure(error)
        const delay = wait(Math.min(delayMs, RETRY_MS_MAX), null, { signal: stopping.signal })
        await delay.catch(() => null)
      }
    }
  }

  return {
    add(task) {
      length++
      last = last
        .then(() => untilDone(task))
        .finally(() => {
          length--
        })
    },
    idle: () => last,
    length: () => length,
    stop: () => stopping.abort(),
  }
}
