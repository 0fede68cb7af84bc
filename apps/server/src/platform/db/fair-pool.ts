import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { BusyError } from '../diagnostics/errors.ts'

/** The client on behalf of which the database is used; without one it is the server's own work. */
export interface DatabaseClient {
  /** A user or one of their tokens; all visitors of an address are one. */
  user: string
  readonly address: string
  /** How many connections this request holds now. */
  held: number
}

const scope = new AsyncLocalStorage<DatabaseClient>()

/** Everything that `work` starts, synchronously or later, uses the database on behalf of `client`. */
export function runAsClient<T>(client: DatabaseClient, work: () => T): T {
  return scope.run(client, work)
}

/** Null for the server's own work. */
function currentClient(): DatabaseClient | null {
  return scope.getStore() ?? null
}

interface Limits {
  readonly perUserMax: number
  readonly perAddressMax: number
  /** Beyond these limits, for requests that hold a connection already: they would wait for each other. */
  readonly nestedMax: number
  readonly waitingPerUserMax: number
  readonly waitingPerAddressMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

const CONNECTIONS_MAX = 12
const CONNECTIONS_MIN = 6
const CONNECTIONS_OF_WORKERS = 24

/** Connections of one process to the database; nobody but the server itself gets all of them. */
export function connectionsPerProcess(workers: number): number {
  const share = Math.floor(CONNECTIONS_OF_WORKERS / workers)
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, share))
}

const LIMITS: Limits = {
  perUserMax: 4,
  perAddressMax: 6,
  nestedMax: 2,
  waitingPerUserMax: 500,
  waitingPerAddressMax: 1_000,
  waitingMax: 10_000,
  waitMs: 8_000,
}

interface Waiter {
  readonly client: DatabaseClient
  grant(): void
}

interface FairConnect {
  connect(): Promise<PoolClient>
  /** How many wait for their turn. */
  waiting(): number
}

type Counts = Map<string, number>

/**
 * Takes connections of `pool` in turns: each user and each address has a share, those who wait are
 * served one after the other and not in order of arrival, and nobody waits without end. Throws a
 * `BusyError` where too many wait already, or for too long.
 */
export function createFairConnect(pool: Pool, connectionsMax: number): FairConnect {
  const limits = LIMITS
  const running = {
    all: 0,
    byUser: new Map<string, number>(),
    byAddress: new Map<string, number>(),
  }
  /** The waiting ones by user, in the order in which they are served next. */
  const queues = new Map<string, Waiter[]>()
  const waiting = { all: 0, byAddress: new Map<string, number>() }

  function mayRun({ user, address, held }: DatabaseClient): boolean {
    const nested = held > 0 ? limits.nestedMax : 0
    return (
      running.all < connectionsMax - limits.nestedMax + nested &&
      countOf(running.byUser, user) < limits.perUserMax + nested &&
      countOf(running.byAddress, address) < limits.perAddressMax + nested
    )
  }

  function take(client: DatabaseClient): () => void {
    const { user, address } = client
    const count = (change: 1 | -1) => {
      running.all += change
      client.held += change
      add(running.byUser, user, change)
      add(running.byAddress, address, change)
    }
    count(1)
    return () => {
      count(-1)
      serveNext()
    }
  }

  function isFull({ address }: DatabaseClient, waitingOfUser: number): boolean {
    return (
      waitingOfUser >= limits.waitingPerUserMax ||
      countOf(waiting.byAddress, address) >= limits.waitingPerAddressMax ||
      waiting.all >= limits.waitingMax
    )
  }

  function wait({ address }: DatabaseClient, change: 1 | -1): void {
    waiting.all += change
    add(waiting.byAddress, address, change)
  }

  function serveNext(): void {
    for (const [user, queue] of queues) {
      const at = queue.findIndex(({ client }) => mayRun(client))
      const [next] = at === -1 ? [] : queue.splice(at, 1)
      if (!next) continue
      wait(next.client, -1)
      // To the end: the others come first.
      queues.delete(user)
      if (queue.length > 0) queues.set(user, queue)
      next.grant()
      return
    }
  }

  async function takeInTurn(client: DatabaseClient): Promise<() => void> {
    const queue = queues.get(client.user) ?? []
    if ((queue.length === 0 || client.held > 0) && mayRun(client)) return take(client)
    if (isFull(client, queue.length)) throw new BusyError()
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        client,
        grant() {
          clearTimeout(timer)
          resolve(take(client))
        },
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1)
        if (queue.length === 0) queues.delete(client.user)
        wait(client, -1)
        reject(new BusyError())
      }, limits.waitMs)
      queue.push(waiter)
      queues.set(client.user, queue)
      wait(client, 1)
    })
  }

  async function connect(): Promise<PoolClient> {
    const client = currentClient()
    if (client === null) return pool.connect()
    const giveBack = await takeInTurn(client)
    try {
      return whenReleased(await pool.connect(), giveBack)
    } catch (error) {
      giveBack()
      throw error
    }
  }
  return { connect, waiting: () => waiting.all }
}

/** The pool sets `release` again each time it hands a connection out. */
function whenReleased(connection: PoolClient, giveBack: () => void): PoolClient {
  const release = connection.release.bind(connection)
  connection.release = (error) => {
    release(error)
    giveBack()
  }
  return connection
}

function countOf(counts: Counts, key: string): number {
  return counts.get(key) ?? 0
}

function add(counts: Counts, key: string, change: 1 | -1): void {
  const count = countOf(counts, key) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
