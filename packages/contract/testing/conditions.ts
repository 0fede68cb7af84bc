import { PATIENCE_MS } from './patience.ts'

/** Tests wait for conditions of something that sends events; a condition may hold between two events only. */
export interface Conditions {
  /** Resolves once the condition holds; rejects when that is no longer possible. */
  until(isTrue: () => boolean): Promise<void>
  /** Reads the conditions again, and is called after every event. */
  check(): void
  /** It is called when no further event comes. */
  end(reason: Error): void
}

/** Creates conditions that fail with an `Error` after `PATIENCE_MS`. */
export function createConditions(): Conditions {
  const checks = new Set<() => void>()
  let ended: Error | null = null
  const check = () => {
    for (const each of checks) each()
  }
  return {
    check,
    end(reason) {
      check()
      ended ??= reason
      check()
    },
    async until(isTrue) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const tooLate = new Error(`It did not come to be: ${isTrue.toString()}`)
      const timer = setTimeout(() => reject(tooLate), PATIENCE_MS)
      const look = () => {
        if (isTrue()) resolve()
        else if (ended !== null) reject(ended)
      }
      checks.add(look)
      try {
        look()
        await promise
      } finally {
        clearTimeout(timer)
        checks.delete(look)
      }
    },
  }
}
