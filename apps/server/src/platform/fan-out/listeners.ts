import type { Log } from '../diagnostics/log.ts'

/** The functions are called at an event: one that throws does not affect the others. */
interface Listeners {
  add(listener: () => void): () => void
  callAll(): void
  clear(): void
}

export function createListeners(log: Log): Listeners {
  const listeners = new Set<() => void>()
  return {
    add(listener) {
      // Each call makes a function of its own, so that the same listener can be added twice.
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    callAll() {
      // One that is removed meanwhile is still called.
      const called = [...listeners]
      for (const listener of called) {
        try {
          listener()
        } catch (error) {
          log.error({ err: error }, 'a listener of the fan-out failed')
        }
      }
    },
    clear: () => listeners.clear(),
  }
}
