import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { AuthContext } from './auth-context.ts'

const EVERY_MS = 600_000
const ROWS_AT_ONCE = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Leftover {
  readonly table: string
  readonly key: string
  readonly isOver: (nowMs: number) => RawBuilder<unknown>
}

const before = (column: string, nowMs: number, agoMs: number) =>
  sql`${sql.ref(column)} < ${new Date(nowMs - agoMs)}`

/** Rows that nobody can use any more; each is kept a while beyond its end. */
const LEFTOVERS: readonly Leftover[] = [
  {
    table: 'auth.one_time_tokens',
    key: 'id',
    isOver: (nowMs) => before('created_at', nowMs, DAY_MS),
  },
  { table: 'auth.flow_states', key: 'id', isOver: (nowMs) => before('created_at', nowMs, DAY_MS) },
  { table: 'auth.sessions', key: 'id', isOver: (nowMs) => before('not_after', nowMs, DAY_MS) },
  {
    table: 'auth.factor_challenges',
    key: 'id',
    isOver: (nowMs) => before('created_at', nowMs, DAY_MS),
  },
  {
    table: 'auth.passkey_challenges',
    key: 'id',
    isOver: (nowMs) => before('created_at', nowMs, HOUR_MS),
  },
  {
    table: 'auth.saml_relay_states',
    key: 'id',
    isOver: (nowMs) => before('created_at', nowMs, HOUR_MS),
  },
  { table: 'auth.saml_assertions', key: 'id', isOver: (nowMs) => before('expires_at', nowMs, 0) },
  {
    table: 'auth.audit_log',
    key: 'id',
    isOver: (nowMs) => before('created_at', nowMs, 400 * DAY_MS),
  },
]

/** Removes what is over, a bounded number of rows of each kind. Returns how many. */
export async function cleanUp({ db, now }: Pick<AuthContext, 'db' | 'now'>): Promise<number> {
  const nowMs = now().getTime()
  let removed = 0n
  for (const { table, key, isOver } of LEFTOVERS) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${isOver(nowMs)}
        limit ${ROWS_AT_ONCE} for update skip locked
      )`.execute(db)
    removed += numAffectedRows ?? 0n
  }
  return Number(removed)
}

export function registerCleanUp(app: FastifyInstance, auth: AuthContext): void {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = cleanUp(auth).catch((error: unknown) =>
      auth.log.warn({ err: error }, 'expired sign-in rows could not be removed'),
    )
  }, EVERY_MS)
  timer.unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await running
  })
}
