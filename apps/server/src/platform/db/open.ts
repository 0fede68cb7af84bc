import type { Config } from '../config/config.ts'
import { StartError } from '../diagnostics/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { openEmbeddedDatabase } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { connect } from './pool.ts'
import type { Db } from './tables.ts'

export interface OpenDatabase {
  readonly db: Db
  /** For a connection of one's own, beside the pool. */
  readonly url: string
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
  const db = connect(url, (error) => {
    if (!closing) log.warn({ err: error }, 'lost an idle database connection')
  })
  const close = async () => {
    closing = true
    await db.destroy()
    await server?.stop()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    if (config.databaseUrl === null || !(error instanceof Error)) throw error
    const { host, pathname } = new URL(config.databaseUrl)
    const reason = error instanceof AggregateError ? error.errors.join('; ') : error.message
    throw new StartError(`DATABASE_URL (${host}${pathname}) can't be used: ${reason}`, error)
  }
  return { db, url, close, died: server?.died ?? new Promise(() => {}) }
}
