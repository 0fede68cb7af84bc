import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { openSealedText, sealText } from '../../platform/db/sealed-text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the answer of `work`, or the one that it gave the first time if the caller's `Idempotency-Key` was
     * sent before. Throws a 409 while the first call is being answered, and a 422 for another request.
     */
    answerOnce<T>(
      request: FastifyRequest,
      reply: FastifyReply,
      work: () => Promise<T>,
    ): Promise<unknown>
  }
}

const LIFETIME_MS = 24 * 3_600_000
const CLEANUP_MS = 3_600_000
/** A user has this many keys; the oldest are forgotten. */
const KEYS_MAX = 500
/** A larger answer is not stored: a repeated call is answered with the fact that it was done. */
const ANSWER_CHARS_MAX = 32_768
/** A server that was lost in the middle of a call answers it no more. */
const CLAIM_LOST_MS = 60_000

type Stored = Row<'idempotency_key'>

/** What a program may send again after a lost answer is done once (docs/api.md#idempotency-keys). */
export function registerAnswerOnce(app: FastifyInstance, context: AppContext): void {
  const { db, keys, now } = context
  const sealingKey = keys.derive('answers that are kept')
  const cleanup = createPeriodicJob(removeOld, {
    everyMs: CLEANUP_MS,
    log: context.log,
    leadership: context.leadership,
    failure: 'old idempotency keys could not be removed',
  })
  app.addHook('onReady', async () => cleanup.start())
  app.addHook('preClose', () => cleanup.stop())

  async function removeOld(): Promise<void> {
    const before = new Date(now().getTime() - LIFETIME_MS)
    await db.deleteFrom('idempotency_key').where('claimed_at', '<', before).execute()
  }

  /** Returns null if the call is the caller's to make, else what the first one has left. */
  async function claim(userId: string, key: Buffer, request: Buffer): Promise<Stored | null> {
    const claimedAt = now()
    const lostBefore = new Date(claimedAt.getTime() - CLAIM_LOST_MS)
    const claimed = await db
      .insertInto('idempotency_key')
      .values({ user_id: userId, key, request, claimed_at: claimedAt })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'key'])
          .doUpdateSet({ claimed_at: claimedAt })
          .where('idempotency_key.status', 'is', null)
          .where('idempotency_key.claimed_at', '<', lostBefore)
          .where('idempotency_key.request', '=', request),
      )
      .returning('key')
      .executeTakeFirst()
    if (claimed) {
      await forgetOldest(userId)
      return null
    }
    const stored = await find(userId, key)
    // The first call has failed meanwhile and left nothing.
    return stored ?? claim(userId, key, request)
  }

  async function forgetOldest(userId: string): Promise<void> {
    await sql`
      delete from idempotency_key where user_id = ${userId} and key in (
        select key from idempotency_key where user_id = ${userId}
        order by claimed_at desc offset ${KEYS_MAX})`.execute(db)
  }

  function find(userId: string, key: Buffer): Promise<Stored | undefined> {
    return db
      .selectFrom('idempotency_key')
      .selectAll()
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
  }

  function repeat(reply: FastifyReply, { status, etag, answer }: Stored): unknown {
    if (status === null) {
      throw new ApiError(409, 'The first call with this Idempotency-Key is still being answered.', {
        headers: { 'retry-after': '1' },
      })
    }
    const text = answer === null ? null : openSealedText(sealingKey, answer)
    if (text === null) {
      throw new ApiError(
        409,
        'This call was done before, and its answer is not kept: read it anew.',
      )
    }
    reply.code(status).header('idempotency-replayed', 'true')
    if (etag !== null) reply.header('etag', etag)
    const repeated: unknown = JSON.parse(text)
    return repeated
  }

  app.decorate('answerOnce', async (request, reply, work) => {
    const key = readKey(request)
    if (key === null || request.caller === null) return work()
    const { userId } = request.caller
    const hash = digest(key)
    const content = digest(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
    const before = await claim(userId, hash, content)
    if (before !== null) {
      if (before.request.equals(content)) return repeat(reply, before)
      const detail = 'This Idempotency-Key belongs to another request: choose a new one.'
      throw new ApiError(422, detail, { kind: 'other-request' })
    }
    const row = db.updateTable('idempotency_key').where('user_id', '=', userId)
    try {
      const answer = await work()
      const text = answer === reply ? null : JSON.stringify(answer)
      const isKept = text !== null && text.length <= ANSWER_CHARS_MAX
      const etag = reply.getHeader('etag')
      await row
        .where('key', '=', hash)
        .set({
          status: reply.statusCode,
          etag: typeof etag === 'string' ? etag : null,
          answer: isKept ? sealText(sealingKey, text) : null,
        })
        .execute()
      return answer
    } catch (error) {
      // What was refused has changed nothing: the next call with the key is a first one.
      await db
        .deleteFrom('idempotency_key')
        .where('user_id', '=', userId)
        .where('key', '=', hash)
        .execute()
      throw error
    }
  })
}

/** Returns null without the header. */
function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalidField('header/idempotency-key', 'must be 1 to 200 visible characters of ASCII')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
