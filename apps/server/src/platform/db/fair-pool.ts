import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { BusyError } from '../diagnostics/errors.ts'
import { addCount, type Counts, countOf } from '../turns/counts.ts'
import { createTurns, type TurnOwner } from '../turns/turns.ts'

/** This client is the one on behalf of which the database is used; without one it is the server's own work. */
export interface DatabaseClient {
  /** It names a user or one of their tokens; all visitors of an address are one. */
  user: string
  readonly address: string
  /** Counts the connections that this request holds now. */
  held: number
}

const scope = new AsyncLocalStorage<DatabaseClient>()

/** Everything that `work` starts, synchronously or later, uses the database on behalf of `client`. */
export function runAsClient<T>(client: DatabaseClient, work: () => T): T {
  return scope.run(client, work)
}

/** Returns null for the server's own work. */
function currentClient(): DatabaseClient | null {
  return scope.getStore() ?? null
}

const CONNECTIONS_MAX = 12
const CONNECTIONS_MIN = 6
const CONNECTIONS_OF_WORKERS = 24

/**
 * Returns the number of connections of one process to the database; nobody except the server itself gets all of them.
 */
export function connectionsPerProcess(workers: number): number {
  const share = Math.floor(CONNECTIONS_OF_WORKERS / workers)
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, share))
}

const RUNNING = {
  perUserMax: 4,
  perAddressMax: 6,
  /** This many more connections are for requests that hold one already: they would wait for each other otherwise. */
  nestedMax: 2,
} as const

const WAITING = {
  waitingPerUserMax: 500,
  waitingPerNetworkMax: 1_000,
  waitingMax: 10_000,
  waitMaxMs: 8_000,
} as const

/** The user may become known while the client waits: a turn goes on under the name under which it began. */
interface ClientTurn extends TurnOwner {
  readonly client: DatabaseClient
}

interface FairConnect {
  connect(): Promise<PoolClient>
  /** Returns how many wait for their turn. */
  waiting(): number
}

/**
 * Takes connections of `pool` in turns: each user and each address has a share, those who wait are
 * served one network after the other and not in order of arrival, and nobody waits without end. Throws a
 * `BusyError` where too many wait already, or for too long.
 */
export function createFairConnect(pool: Pool, connectionsMax: number): FairConnect {
  const byUser: Counts = new Map()
  const byAddress: Counts = new Map()
  let running = 0

  function mayStart({ user, network, client }: ClientTurn): boolean {
    const nested = client.held > 0 ? RUNNING.nestedMax : 0
    return (
      running < connectionsMax - RUNNING.nestedMax + nested &&
      countOf(byUser, user) < RUNNING.perUserMax + nested &&
      countOf(byAddress, network) < RUNNING.perAddressMax + nested
    )
  }

  function count({ user, network, client }: ClientTurn, change: 1 | -1): void {
    running += change
    client.held += change
    addCount(byUser, user, change)
    addCount(byAddress, network, change)
  }

  const turns = createTurns<ClientTurn>({
    ...WAITING,
    mayStart,
    start(turn) {
      count(turn, 1)
      return () => count(turn, -1)
    },
    refusal: () => new BusyError(),
  })

  async function connect(): Promise<PoolClient> {
    const client = currentClient()
    if (client === null) return pool.connect()
    const end = await turns.take({ network: client.address, user: client.user, client })
    try {
      return whenReleased(await pool.connect(), end)
    } catch (error) {
      end()
      throw error
    }
  }
  return { connect, waiting: turns.waiting }
}

/** The pool sets `release` again each time it hands a connection out. */
function whenReleased(connection: PoolClient, end: () => void): PoolClient {
  const release = connection.release.bind(connection)
  connection.release = (error) => {
    release(error)
    end()
  }
  return connection
}
