/** The owner of waiting work: shares are equal between networks, and within a network between its users. */
export interface QueueOwner {
  readonly network: string
  /** Null for a caller that is not signed in. */
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

interface Waiting {
  readonly start: () => void
  readonly reject: (reason: unknown) => void
}
type WaitingUsers = Map<string, Waiting[]>

/**
 * Bounded work in turns, one owner after the other: an owner with a hundred jobs delays another by
 * one of them. In a full queue a newcomer takes the place of the newest job of the longest owner.
 */
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
  /** Both maps are in the order of the turns. */
  const networks = new Map<string, WaitingUsers>()
  const runningByUser = new Map<string, number>()
  let running = 0
  let waiting = 0

  const runningOf = (user: string) => runningByUser.get(user) ?? 0

  function setRunning(user: string, change: 1 | -1): void {
    running += change
    const left = runningOf(user) + change
    if (left > 0) runningByUser.set(user, left)
    else runningByUser.delete(user)
  }

  function add(network: string, user: string, entry: Waiting): void {
    const users: WaitingUsers = networks.get(network) ?? new Map<string, Waiting[]>()
    users.set(user, [...(users.get(user) ?? []), entry])
    networks.set(network, users)
    waiting += 1
  }

  function remove(network: string, user: string, entry: Waiting): boolean {
    const users = networks.get(network)
    const entries = users?.get(user)
    if (!users || !entries?.includes(entry)) return false
    const others = entries.filter((each) => each !== entry)
    if (others.length > 0) users.set(user, others)
    else users.delete(user)
    if (users.size === 0) networks.delete(network)
    waiting -= 1
    return true
  }

  function startNext(): void {
    for (const [network, users] of networks) {
      for (const [user, entries] of users) {
        const [entry] = entries
        if (!entry || runningOf(user) >= runningPerUserMax) continue
        remove(network, user, entry)
        moveToEnd(users, user)
        moveToEnd(networks, network)
        entry.start()
        return
      }
    }
  }

  /** False if nobody has more waiting than the newcomer. */
  function makeRoom(newcomer: string): boolean {
    let longest = { network: newcomer, size: sizeOf(networks.get(newcomer)) + 1 }
    for (const [network, users] of networks) {
      const size = sizeOf(users)
      if (size > longest.size) longest = { network, size }
    }
    if (longest.network === newcomer) return false
    const users = [...(networks.get(longest.network) ?? [])]
    const [user, entries] = users.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const newest = entries?.at(-1)
    if (user === undefined || !newest) return false
    remove(longest.network, user, newest)
    newest.reject(new QueueFullError())
    return true
  }

  async function takeTurn(network: string, user: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (running < runningMax && runningOf(user) < runningPerUserMax) return setRunning(user, 1)
    if (waiting >= waitingMax && !makeRoom(network)) throw new QueueFullError()
    const turn = Promise.withResolvers<void>()
    const entry: Waiting = {
      start: () => {
        setRunning(user, 1)
        turn.resolve()
      },
      reject: turn.reject,
    }
    add(network, user, entry)
    const timer = setTimeout(() => {
      if (remove(network, user, entry)) entry.reject(new QueueFullError())
    }, waitMaxMs)
    const abort = () => {
      if (remove(network, user, entry)) entry.reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    await turn.promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  return {
    async run({ network, userId = null }, work, signal) {
      const user = userId ?? `network ${network}`
      await takeTurn(network, user, signal)
      try {
        return await work()
      } finally {
        setRunning(user, -1)
        startNext()
      }
    },
  }
}

function sizeOf(users: WaitingUsers | undefined): number {
  return users ? [...users.values()].reduce((sum, entries) => sum + entries.length, 0) : 0
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
