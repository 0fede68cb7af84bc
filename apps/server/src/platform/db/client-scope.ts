import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf the database is used; what runs on behalf of nobody is the server's own work. */
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
export function currentClient(): DatabaseClient | null {
  return scope.getStore() ?? null
}
