import { addCount, countOf } from './counts.ts'
import { createTurns, type TurnOwner } from './turns.ts'

/** The work that waits belongs to this owner. */
export interface QueueOwner {
  readonly network: string
  /** It is null for a caller that is not signed in. */
  readonly userId?: string | null
}

export interface FairQueue {
  /**
   * Runs `work` when it is its owner's turn. Rejects with a QueueFullError where too many wait, or
   * for too long, and with the signal's reason when it is aborted before the turn.
   */
  run<T>(owner: QueueOwner, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export class QueueFullError extends Error {
  constructor() {
    super('too much work is waiting')
    this.name = 'QueueFullError'
  }
}

/** Does bounded work in turns. */
export function createFairQueue({
  runningMax,
  runningPerUserMax = runningMax,
  waitingMax,
  waitMaxMs = 30_000,
}: {
  runningMax: number
  runningPerUserMax?: number
  waitingMax: number
  waitMaxMs?: number
}): FairQueue {
  const runningByUser = new Map<string, number>()
  let running = 0

  function count({ user }: TurnOwner, change: 1 | -1): void {
    running += change
    addCount(runningByUser, user, change)
  }

  const turns = createTurns<TurnOwner>({
    waitingMax,
    waitMaxMs,
    mayStart: ({ user }) =>
      running < runningMax && countOf(runningByUser, user) < runningPerUserMax,
    start(owner) {
      count(owner, 1)
      return () => count(owner, -1)
    },
    refusal: () => new QueueFullError(),
  })

  return {
    async run({ network, userId = null }, work, signal) {
      const owner = { network, user: userId ?? `network ${network}` }
      const end = await turns.take(owner, signal)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
