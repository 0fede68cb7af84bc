import { Kysely, PostgresDialect } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'
import { CONNECTIONS_MAX, createFairConnect } from './fair-pool.ts'
import type { Db, Tables } from './tables.ts'

/** Opens a pool of connections; nothing connects before the first query. */
export function connect(url: string, onError: (error: Error) => void): Db {
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
  const shared = {
    connect: createFairConnect(pool),
    end: () => pool.end(),
    options: pool.options,
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shared }) })
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
