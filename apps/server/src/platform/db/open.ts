import type { Config } from '../config/config.ts'
import { StartError } from '../diagnostics/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { connectionsOfServer } from './check-connections.ts'
import { createDatabasePresence } from './database-presence.ts'
import { openEmbeddedDatabase } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import type { Db, Tables } from './tables.ts'
import { Kysely, type Logger, PostgresDialect } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'
import { connectionsPerProcess, createFairConnect } from './fair-pool.ts'
import { endSilentConnections } from './silent-connections.ts'
import { nameStatements } from './prepared-statements.ts'

export interface DatabaseConnections {
  readonly db: Db
  /** It is the address for a connection of one's own, beside the pool. */
  readonly url: string
  connections(): ConnectionUse
  close(): Promise<void>
}

export interface OpenDatabase extends DatabaseConnections {
  /** Resolves with a message if the database ends unexpectedly. */
  readonly died: Promise<string>
}

/** This many are enough for one server and a tool beside it. */
const EMBEDDED_CONNECTIONS_MIN = 40
/** An operator and their tools need some beside those of the server. */
const OTHER_CONNECTIONS = 8

/** Opens the database, embedded or a server's, with its schema at the newest version. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'workers'>,
  log: Log,
  noteQuery: Logger | null = null,
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config
  const settings = { max_connections: String(embeddedConnections(config.workers)) }
  const { url, stop, died } =
    databaseUrl === null
      ? await openEmbeddedDatabase(dataDir, log, settings)
      : // A server of its own stops and dies without us.
        { url: databaseUrl, stop: async () => {}, died: new Promise<string>(() => {}) }
  const database = connectDatabase(url, log, { noteQuery })
  const close = async () => {
    await database.close()
    await stop()
  }
  try {
    const newer = await migrate(database.db)
    if (newer.length > 0)
      log.warn({ newer }, 'the schema is of a newer server; this one runs on it')
  } catch (error) {
    await close()
    if (error instanceof StartError) throw error
    if (databaseUrl === null || !(error instanceof Error)) throw error
    const { host, pathname } = new URL(databaseUrl)
    const reason = error instanceof AggregateError ? error.errors.join('; ') : error.message
    throw new StartError(`DATABASE_URL (${host}${pathname}) can't be used: ${reason}`, error)
  }
  return { ...database, close, died }
}

function embeddedConnections(workers: number): number {
  return Math.max(EMBEDDED_CONNECTIONS_MIN, connectionsOfServer(workers) + OTHER_CONNECTIONS)
}

interface PoolOptions {
  /** This many processes have such a pool each. */
  readonly workers?: number
  /** It is called after each query. */
  readonly noteQuery?: Logger | null
}

interface WatchedPoolOptions extends PoolOptions {
  readonly watch?: <T>(connect: () => Promise<T>) => Promise<T>
}

/** Returns a pool of connections to a database with this server's schema. */
export function connectDatabase(
  url: string,
  log: Log,
  options: PoolOptions = {},
): DatabaseConnections {
  let closing = false
  // The pool replaces the connection; if it cannot, that is reported once.
  const onError = (error: Error) => {
    if (!closing) log.debug({ err: error }, 'lost an idle database connection')
  }
  const presence = createDatabasePresence(log)
  const { db, connections } = openPool(url, onError, { ...options, watch: presence.watch })
  return {
    db,
    url,
    connections,
    async close() {
      closing = true
      await db.destroy()
    },
  }
}

/** The pool of connections is used like this now. */
export interface ConnectionUse {
  readonly inUse: number
  readonly idle: number
  /** Counts queries that wait for a connection, or for the turn of their client. */
  readonly waiting: number
}

/** Opens a pool of connections; nothing connects before the first query. */
export function connect(url: string, onError: (error: Error) => void): Db {
  return openPool(url, onError).db
}

function openPool(
  url: string,
  onError: (error: Error) => void,
  { workers = 1, noteQuery = null, watch = (connecting) => connecting() }: WatchedPoolOptions = {},
): { readonly db: Db; connections(): ConnectionUse } {
  const connectionsMax = connectionsPerProcess(workers)
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: 'pitboard',
    connectionTimeoutMillis: 10_000,
    types: columnTypes(),
  })
  // A connection that breaks while idle is replaced by the pool; without a listener its error would end the process.
  pool.on('error', onError)
  // A connection that breaks between two queries of a transaction fails the next query; without a listener its error
  // would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    nameStatements(client)
  })
  endSilentConnections(pool, url)
  const turns = createFairConnect(pool, connectionsMax)
  const shared = {
    connect: () => watch(turns.connect),
    end: () => pool.end(),
    options: pool.options,
  }
  return {
    db: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: shared }),
      ...(noteQuery && { log: noteQuery }),
    }),
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
