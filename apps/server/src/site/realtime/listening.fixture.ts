import type { RealtimeChannel } from '@supabase/supabase-js'

/** Has what has been received so far, and a way to wait for more. */
export interface Received<T> {
  readonly all: readonly T[]
  add(item: T): void
  /** Resolves once there are that many; throws after a minute, that nothing hangs. */
  count(wanted: number): Promise<readonly T[]>
}

const WITHIN_MS = 60_000

export function createReceived<T>(): Received<T> {
  const all: T[] = []
  const waiting = new Set<() => void>()
  return {
    all,
    add(item) {
      all.push(item)
      for (const look of waiting) look()
    },
    count(wanted) {
      return new Promise((resolve, reject) => {
        const timeout = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`heard ${all.length} of ${wanted}: ${JSON.stringify(all)}`))
        }, WITHIN_MS)
        const look = () => {
          if (all.length < wanted) return
          clearTimeout(timeout)
          waiting.delete(look)
          resolve(all)
        }
        waiting.add(look)
        look()
      })
    },
  }
}

/** Subscribes, and returns the states that follow the first one, which has to be `expected`. */
export async function subscribe(
  channel: RealtimeChannel,
  expected = 'SUBSCRIBED',
): Promise<Received<string>> {
  const states = createReceived<string>()
  channel.subscribe((state, error) => states.add(error ? `${state} ${error.message}` : state))
  const [first = ''] = await states.count(1)
  if (!first.startsWith(expected)) throw new Error(`${first}, not ${expected}`)
  return states
}
