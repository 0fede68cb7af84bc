/** An owner takes turns with others: shares are equal between networks, and within a network between its users. */
export interface TurnOwner {
  readonly network: string
  readonly user: string
}

interface TurnRules<Owner extends TurnOwner> {
  readonly waitingMax: number
  readonly waitingPerUserMax?: number
  readonly waitingPerNetworkMax?: number
  readonly waitMaxMs: number
  /** Returns whether there is room for the owner's work now. */
  mayStart(owner: Owner): boolean
  /** Counts the owner's work as running; returns what uncounts it. */
  start(owner: Owner): () => void
  /** Creates the error for an owner who has too many waiting jobs, or whose job has waited for too long. */
  refusal(): Error
}

interface Turns<Owner extends TurnOwner> {
  /**
   * Resolves when it is the owner's turn, with what ends it. Rejects with a refusal, and with the signal's reason
   * when it is aborted before the turn.
   */
  take(owner: Owner, signal?: AbortSignal): Promise<() => void>
  waiting(): number
}

interface Waiting<Owner> extends TurnOwner {
  readonly owner: Owner
  readonly resolve: (end: () => void) => void
  readonly reject: (reason: unknown) => void
}

interface WaitingNetwork<Owner> {
  readonly users: Map<string, Waiting<Owner>[]>
  size: number
}

/**
 * Does work in turns: one network after the other, and within a network one user after the other, so that an owner with
 * a hundred jobs delays another by one of them. Where all places to wait are taken, a newcomer gets that of the newest
 * job of the network with the most.
 */
export function createTurns<Owner extends TurnOwner>(rules: TurnRules<Owner>): Turns<Owner> {
  const { waitingMax, waitingPerUserMax = waitingMax, waitingPerNetworkMax = waitingMax } = rules
  /** Networks stand in the order of their turns, and so do the users of each network. */
  const networks = new Map<string, WaitingNetwork<Owner>>()
  let waiting = 0

  function add(entry: Waiting<Owner>): void {
    const network = networks.get(entry.network) ?? { users: new Map(), size: 0 }
    networks.set(entry.network, network)
    const entries = network.users.get(entry.user) ?? []
    network.users.set(entry.user, entries)
    entries.push(entry)
    network.size += 1
    waiting += 1
  }

  /** Returns false if it does not wait any more. */
  function remove(entry: Waiting<Owner>): boolean {
    const network = networks.get(entry.network)
    const entries = network?.users.get(entry.user)
    const at = entries?.indexOf(entry) ?? -1
    if (!network || !entries || at === -1) return false
    entries.splice(at, 1)
    if (entries.length === 0) network.users.delete(entry.user)
    network.size -= 1
    if (network.size === 0) networks.delete(entry.network)
    waiting -= 1
    return true
  }

  /** Throws a refusal where the owner has too much waiting, and where nobody has more than the owner. */
  function makeRoom({ network: name, user }: TurnOwner): void {
    const network = networks.get(name)
    const ofUser = network?.users.get(user)?.length ?? 0
    const ofNetwork = network?.size ?? 0
    if (ofUser >= waitingPerUserMax || ofNetwork >= waitingPerNetworkMax) throw rules.refusal()
    if (waiting < waitingMax) return
    const newest = findNewestOfLongest(networks, ofNetwork + 1)
    if (!newest) throw rules.refusal()
    remove(newest)
    newest.reject(rules.refusal())
  }

  function start(owner: Owner): () => void {
    const end = rules.start(owner)
    return () => {
      end()
      startNext()
    }
  }

  function startNext(): void {
    for (const [name, { users }] of networks) {
      for (const [user, entries] of users) {
        const entry = entries.find(({ owner }) => rules.mayStart(owner))
        if (!entry) continue
        remove(entry)
        moveToEnd(users, user)
        moveToEnd(networks, name)
        entry.resolve(start(entry.owner))
        return
      }
    }
  }

  return {
    async take(owner, signal) {
      signal?.throwIfAborted()
      if (rules.mayStart(owner)) return start(owner)
      makeRoom(owner)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const { network, user } = owner
      const entry: Waiting<Owner> = { network, user, owner, resolve, reject }
      add(entry)
      const timer = setTimeout(() => {
        if (remove(entry)) reject(rules.refusal())
      }, rules.waitMaxMs)
      const abort = () => {
        if (remove(entry)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort)
      return promise.finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      })
    },
    waiting: () => waiting,
  }
}

/** Finds the newest job of the network that has the most, if it has more than `size`; undefined if there is none. */
function findNewestOfLongest<Owner>(
  networks: ReadonlyMap<string, WaitingNetwork<Owner>>,
  size: number,
): Waiting<Owner> | undefined {
  const [longest] = [...networks.values()].toSorted((a, b) => b.size - a.size)
  if (!longest || longest.size <= size) return undefined
  const [entries] = [...longest.users.values()].toSorted((a, b) => b.length - a.length)
  return entries?.at(-1)
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
