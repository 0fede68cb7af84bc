import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Knows how long answers take that send a mail, so that one which sends none takes as long: the time that database and
 * mail server need would reveal who has an account.
 */
interface ResponseTiming {
  /** A mail was sent by work of this kind, which began then (`performance.now()`). */
  note(kind: string, startedAtMs: number): void
  /** Waits until work that began then has taken as long as one that sent a mail. */
  match(kind: string, startedAtMs: number): Promise<void>
}

const REMEMBERED = 16

export function createResponseTiming(): ResponseTiming {
  const durationsMs = new Map<string, number[]>()
  return {
    note(kind, startedAtMs) {
      const known = durationsMs.get(kind) ?? []
      durationsMs.set(kind, [...known, performance.now() - startedAtMs].slice(-REMEMBERED))
    },
    async match(kind, startedAtMs) {
      const known = durationsMs.get(kind) ?? []
      // Before the first message nothing is known, and nothing is waited for.
      const one = known[Math.floor(Math.random() * known.length)] ?? 0
      const endMs = startedAtMs + one
      // A timer counts from when its turn of the event loop began, so it may fire milliseconds early.
      for (let restMs = endMs - performance.now(); restMs > 0; restMs = endMs - performance.now()) {
        await sleep(restMs)
      }
    },
  }
}

/** A message cannot be delivered, now or later. */
export class UndeliverableError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UndeliverableError'
  }
}
