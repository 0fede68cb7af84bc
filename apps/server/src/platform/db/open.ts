import type { Config } from '../config/config.ts'
import { StartError } from '../diagnostics/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { openEmbeddedDatabase } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import type { Db, Tables } from './tables.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'
import { CONNECTIONS_MAX, createFairConnect } from './fair-pool.ts'

interface OpenDatabase {
  readonly db: Db
  /** For a connection of one's own, beside the pool. */
  readonly url: string
  connections(): ConnectionUse
  /** Resolves with a message if the database ends unexpectedly. */
  readonly died: Promise<string>
  close(): Promise<void>
}

/** Opens the database, embedded or a server's, with its schema at the newest version. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const server =
    config.databaseUrl === null ? await openEmbeddedDatabase(config.dataDir, log) : null
  let closing = false
  const url = server?.url ?? config.databaseUrl ?? ''
  const { db, connections } = openPool(url, (error) => {
    if (!closing) log.warn({ err: error }, 'lost an idle database connection')
  })
  const close = async () => {
    closing = true
    await db.destroy()
    await server?.stop()
  }
  try {
    const newer = await migrate(db)
    if (newer.length > 0)
      log.warn({ newer }, 'the schema is of a newer server; this one runs on it')
  } catch (error) {
    await close()
    if (error instanceof StartError) throw error
    if (config.databaseUrl === null || !(error instanceof Error)) throw error
    const { host, pathname } = new URL(config.databaseUrl)
    const reason = error instanceof AggregateError ? error.errors.join('; ') : error.message
    throw new StartError(`DATABASE_URL (${host}${pathname}) can't be used: ${reason}`, error)
  }
  return { db, url, connections, close, died: server?.died ?? new Promise(() => {}) }
}

/** How the pool of connections is used now. */
export interface ConnectionUse {
  readonly inUse: number
  readonly idle: number
  /** Queries that wait for a connection, or for the turn of their client. */
  readonly waiting: number
}

/** Opens a pool of connections; nothing connects before the first query. */
export function connect(url: string, onError: (error: Error) => void): Db {
  return openPool(url, onError).db
}

function openPool(
  url: string,
  onError: (error: Error) => void,
): { readonly db: Db; connections(): ConnectionUse } {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    application_name: 'pitboard',
    connectionTimeoutMillis: 10_000,
    types: columnTypes(),
  })
  // A connection that breaks while idle is replaced by the pool; unheard it would end the process.
  pool.on('error', onError)
  // One that breaks between two queries of a transaction fails the next query; unheard it as well
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const turns = createFairConnect(pool)
  const shared = { connect: turns.connect, end: () => pool.end(), options: pool.options }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shared }) }),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + turns.waiting(),
    }),
  }
}

function columnTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, parseInt8)
  return overrides
}

/** The bigint columns hold running numbers and the game's 32-bit identifiers. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for a number.`)
  return value
}
