import type { Log } from '../diagnostics/log.ts'
import type { FanOutMessage } from './fan-out.ts'

type Listener = (message: FanOutMessage) => void

/**
 * The listeners of one server are found by pattern, so that it needs one subscription for all that have the same one.
 */
interface Subscribers {
  add(pattern: string, listener: Listener): () => void
  deliver(pattern: string, message: FanOutMessage): void
  patterns(): Iterable<string>
  clear(): void
}

export function createSubscribers(
  log: Log,
  on: { first(pattern: string): void; last(pattern: string): void },
): Subscribers {
  // Each list is replaced rather than changed: a listener may end itself or add another one.
  const lists = new Map<string, readonly Listener[]>()
  return {
    add(pattern, listener) {
      // Each call makes a function of its own, so that the same listener can be added twice.
      const own: Listener = (message) => listener(message)
      const before = lists.get(pattern)
      lists.set(pattern, [...(before ?? []), own])
      if (!before) on.first(pattern)
      return () => {
        const list = lists.get(pattern)
        if (!list?.includes(own)) return
        const rest = list.filter((other) => other !== own)
        if (rest.length > 0) lists.set(pattern, rest)
        else {
          lists.delete(pattern)
          on.last(pattern)
        }
      }
    },
    deliver(pattern, message) {
      for (const listener of lists.get(pattern) ?? []) {
        try {
          listener(message)
        } catch (error) {
          log.error({ err: error, subject: message.subject }, 'a listener of the fan-out failed')
        }
      }
    },
    patterns: () => lists.keys(),
    clear: () => lists.clear(),
  }
}
