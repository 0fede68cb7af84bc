import { sql } from 'kysely'
import { Client } from 'pg'
import type { AppContext } from '../../../context.ts'

const RETRY_MS = { first: 100, max: 5000 }
const CHECK_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000

export interface Listener {
  start(): void
  stop(): Promise<void>
  /** Rejects if the connection is not listening in time. */
  ready(withinMs: number): Promise<void>
}

interface Options {
  readonly channels: readonly string[]
  /** Called in the order of the commits, one at a time. */
  readonly hear: (channel: string, text: string) => Promise<void> | void
  /** After a reconnect: announcements may have been missed. */
  readonly resumed: () => void
}

/** Listens to notifications of the database and reconnects when the connection breaks. */
export function createListener(
  { db, databaseUrl, log }: AppContext,
  { channels, hear, resumed }: Options,
): Listener {
  let client: Client | null = null
  let isListening = false
  let isStopped = false
  let hasListened = false
  let retryMs = RETRY_MS.first
  let timer: NodeJS.Timeout | undefined
  let work: Promise<unknown> = Promise.resolve()
  const waiting = new Set<() => void>()

  async function connect(): Promise<void> {
    const own = new Client({
      connectionString: databaseUrl,
      application_name: 'pitboard changes',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    client = own
    own.on('error', (error) => lost(own, error))
    own.on('end', () => lost(own))
    own.on('notification', ({ channel, payload = '' }) => take(channel, payload))
    try {
      await own.connect()
      for (const channel of channels) await own.query(`listen ${channel}`)
    } catch (error) {
      lost(own, error)
      return
    }
    if (client !== own) return
    isListening = true
    retryMs = RETRY_MS.first
    check(own)
    if (hasListened) resumed()
    hasListened = true
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  function take(channel: string, text: string): void {
    work = work.then(async () => {
      try {
        await hear(channel, text)
      } catch (error) {
        log.error({ err: error, channel }, 'a notification could not be processed')
      }
    })
  }

  /** Detects a dead connection. */
  function check(own: Client): void {
    timer = setTimeout(() => {
      own.query('select 1').then(
        () => client === own && check(own),
        (error: unknown) => lost(own, error),
      )
    }, CHECK_EVERY_MS)
    timer.unref()
  }

  /** Where all of PostgreSQL is away, the pool reports that. */
  async function reportLoss(reason: unknown): Promise<void> {
    const isAway = await sql`select 1`.execute(db).then(
      () => false,
      () => true,
    )
    if (isAway || isStopped) return
    log.warn({ err: reason }, 'the listener lost the database connection, it reconnects')
  }

  function lost(own: Client, error?: unknown): void {
    if (client !== own) return
    client = null
    const wasListening = isListening
    isListening = false
    clearTimeout(timer)
    own.end().catch(() => {})
    if (isStopped) return
    if (wasListening || !hasListened) void reportLoss(error)
    timer = setTimeout(() => void connect(), retryMs)
    timer.unref()
    retryMs = Math.min(RETRY_MS.max, retryMs * 2)
  }

  return {
    start: () => void connect(),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end().catch(() => {})
      await work
    },
    ready(withinMs) {
      if (isListening) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const timeout = setTimeout(() => {
          waiting.delete(arrived)
          reject(new Error('the database announces no changes'))
        }, withinMs)
        const arrived = () => {
          clearTimeout(timeout)
          resolve()
        }
        waiting.add(arrived)
      })
    },
  }
}
