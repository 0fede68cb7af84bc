import { sql } from 'kysely'
import { Client } from 'pg'
import type { Log } from '../diagnostics/log.ts'
import type { Db } from './tables.ts'

const RETRY_MS = { first: 100, max: 5000 }
const CHECK_EVERY_MS = 45_000
const ANSWER_WITHIN_MS = 10_000

interface Subscription {
  readonly channels: readonly string[]
  /** It is called in the order of the commits, one at a time. */
  readonly hear: (channel: string, text: string) => Promise<void> | void
  /** It is called after a reconnect, when notifications may have been missed. */
  readonly resumed: () => void
}

/** One connection listens to the notifications of the database for everything in this process. */
export interface DatabaseListener {
  /** Adds a subscription; it must be called before the start. */
  subscribe(subscription: Subscription): void
  isListening(): boolean
  start(): void
  stop(): Promise<void>
  /** Rejects if the connection is not listening in time. */
  ready(withinMs: number): Promise<void>
}

interface ListenerParts {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Log
}

/** Reconnects when the connection breaks. */
export function createDatabaseListener({ db, databaseUrl, log }: ListenerParts): DatabaseListener {
  const subscriptions: (Subscription & { work: Promise<unknown> })[] = []
  let client: Client | null = null
  let isListening = false
  let isStopped = false
  let hasListened = false
  let retryMs = RETRY_MS.first
  let timer: NodeJS.Timeout | undefined
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
      const channels = subscriptions.flatMap((subscription) => subscription.channels)
      await own.query(channels.map((channel) => `listen ${channel}`).join('; '))
    } catch (error) {
      lost(own, error)
      return
    }
    if (client !== own) return
    isListening = true
    retryMs = RETRY_MS.first
    check(own)
    if (hasListened) for (const { resumed } of subscriptions) resumed()
    hasListened = true
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  function take(channel: string, text: string): void {
    for (const subscription of subscriptions) {
      if (!subscription.channels.includes(channel)) continue
      subscription.work = subscription.work.then(async () => {
        try {
          await subscription.hear(channel, text)
        } catch (error) {
          log.error({ err: error, channel }, 'a notification could not be processed')
        }
      })
    }
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
    subscribe(subscription) {
      subscriptions.push({ ...subscription, work: Promise.resolve() })
    },
    isListening: () => isListening,
    start: () => void connect(),
    async stop() {
      isStopped = true
      isListening = false
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end().catch(() => {})
      await Promise.all(subscriptions.map(({ work }) => work))
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
