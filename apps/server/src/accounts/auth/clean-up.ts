import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { AuthContext } from './core/auth-context.ts'

const EVERY_MS = 600_000
const ROWS_AT_ONCE = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Leftover {
  readonly table: string
  readonly since: 'created_at' | 'not_after' | 'expires_at'
  readonly retentionMs: number
}

/** Nobody can use these rows any more; each kind is retained for some time after its end. */
const LEFTOVERS: readonly Leftover[] = [
  { table: 'auth.one_time_tokens', since: 'created_at', retentionMs: DAY_MS },
  { table: 'auth.flow_states', since: 'created_at', retentionMs: DAY_MS },
  { table: 'auth.sessions', since: 'not_after', retentionMs: DAY_MS },
  { table: 'auth.factor_challenges', since: 'created_at', retentionMs: DAY_MS },
  { table: 'auth.passkey_challenges', since: 'created_at', retentionMs: HOUR_MS },
  { table: 'auth.saml_relay_states', since: 'created_at', retentionMs: HOUR_MS },
  { table: 'auth.saml_assertions', since: 'expires_at', retentionMs: 0 },
  { table: 'auth.audit_log', since: 'created_at', retentionMs: 400 * DAY_MS },
]

/** Removes a bounded number of expired rows of each kind. Returns how many. */
export async function cleanUp({ db, now }: Pick<AuthContext, 'db' | 'now'>): Promise<number> {
  const nowMs = now().getTime()
  let removed = 0n
  for (const { table, since, retentionMs } of LEFTOVERS) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where ${sql.ref(since)} < ${new Date(nowMs - retentionMs)}
        limit ${ROWS_AT_ONCE} for update skip locked
      )`.execute(db)
    removed += numAffectedRows ?? 0n
  }
  return Number(removed)
}

/** Removes expired rows now and then, at one process. */
export function registerCleanUp(app: FastifyInstance, auth: AuthContext): void {
  const cleaning = createPeriodicJob(() => cleanUp(auth), {
    everyMs: EVERY_MS,
    log: auth.log,
    leadership: auth.leadership,
    failure: 'expired sign-in rows could not be removed',
  })
  app.addHook('onReady', async () => cleaning.start())
  app.addHook('preClose', () => cleaning.stop())
}
