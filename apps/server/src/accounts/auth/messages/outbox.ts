import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import { secondsFromNow } from '../../../platform/db/database-clock.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { addQueue, type HeldJob, type QueueContext } from '../../../platform/queues/job-queue.ts'
import type { ClaimedJob } from '../../../platform/queues/job-table.ts'
import { openSealedText, sealText } from '../../../platform/db/sealed-text.ts'
import { UndeliverableError } from './delivery.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { Texter, TextMessage } from './texter.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { AuthUser } from '../tables/auth-tables.ts'
import type { Source } from '../http/source.ts'
import { languageOf, renderMail, type TemplateName, type TemplateValues } from './mail-template.ts'

const GOOD_FOR_SECONDS = 86_400

/**
 * Notifies a user by mail of what happened to the account, regardless of the limits: an attacker who uses
 * them up must not hold back a warning.
 */
export async function notify(
  auth: Pick<AppContext, 'db' | 'publicUrl'> & { readonly outbox: Outbox },
  user: AuthUser,
  source: Pick<Source, 'language'>,
  template: TemplateName,
  values: Pick<TemplateValues, 'email' | 'newEmail' | 'phone' | 'factor' | 'provider'>,
): Promise<void> {
  const content = { siteUrl: auth.publicUrl(), ...values }
  const mail = renderMail(template, languageOf(user, source), values.email, content)
  const message = { kind: 'mail', mail } as const
  await auth.outbox.add(auth.db, { userId: user.id, goodForSeconds: GOOD_FOR_SECONDS, message })
}

interface UserMail {
  readonly userId: string
  readonly mail: Mail
}

/** Writes a mail into the transaction; the servers of the sign-in service send it within seconds. */
export async function queueMail(
  context: Pick<AppContext, 'databaseNow' | 'keys' | 'newId'>,
  db: Db,
  userId: string,
  mail: Mail,
): Promise<void> {
  await queueMails(context, db, [{ userId, mail }])
}

export async function queueMails(
  context: Pick<AppContext, 'databaseNow' | 'keys' | 'newId'>,
  db: Db,
  mails: readonly UserMail[],
  { goodForSeconds = GOOD_FOR_SECONDS, isNotification = false } = {},
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ userId, mail }) => {
    const message: Message = { kind: 'mail', mail }
    return {
      ...newRow(context, { userId, message, goodForSeconds }),
      is_notification: isNotification,
    }
  })
  await db.insertInto('auth.outbox').values(rows).execute()
}

/** Removes notifications that wait for the mail server. */
export async function removeWaitingNotifications(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('auth.outbox')
    .where('user_id', '=', userId)
    .where('is_notification', '=', true)
    .execute()
}

/** The mailer has as many connections: what is claimed leaves at once. */
const PLACES = 4
/** What has not left by then is sent by another server, or by the next start. */
const STOP_WITHIN_MS = 5000

/** Nobody will get this message. */
export interface FailedMessage {
  readonly kind: string
  readonly userId: string | null
  readonly attempts: number
  readonly reason: 'refused' | 'expired'
  /** The mail server or the webhook has answered this. */
  readonly detail: string
}

interface NewMessage {
  readonly userId: string
  /** After this time the message is worthless, and no longer tried. */
  readonly goodForSeconds: number
  readonly message: Message
}

interface Receipt {
  /** The provider gave the text message this id. */
  readonly messageId: string | null
  readonly isRefused: boolean
}

/** Messages leave after the transaction which needs them has committed, and again while they fail. */
export interface Outbox {
  /** Writes a message into the transaction; outside of one it is sent at once. */
  add(db: Db, message: NewMessage): Promise<void>
  /** Sends what the transaction has added; it must be called after the commit. */
  sendAdded(transaction: Db): Promise<Receipt>
}

type OutboxRow = Row<'auth.outbox'> & { readonly is_expired: boolean }
type QueuedMessage = ClaimedJob<OutboxRow>

const NOTHING_SENT: Receipt = { messageId: null, isRefused: false }

interface OutboxParts {
  readonly mailer: Mailer
  readonly texter: Texter | null
  readonly noteFailed: (failed: FailedMessage) => Promise<void>
}

export function createOutbox(
  context: QueueContext & Pick<AppContext, 'databaseNow' | 'keys' | 'newId'>,
  { mailer, texter, noteFailed }: OutboxParts,
): Outbox {
  const { databaseNow, jobs, log } = context
  const key = context.keys.derive('outbox')
  /** Each transaction has the messages that are sent right after its commit; the others wait in the queue. */
  const addedBy = new WeakMap<Db, QueuedMessage[]>()
  const receipts = new WeakMap<OutboxRow, Receipt>()
  const queue = addQueue<OutboxRow>(context, 'outbox', {
    places: PLACES,
    drainMs: STOP_WITHIN_MS,
    // A mail server may still take what nobody waits for any more.
    isReleased: false,
    now: databaseNow,
    also: () => sql`, expires_at <= ${databaseNow()} as is_expired`,
    work: send,
  })

  async function send({ row, signal }: HeldJob<OutboxRow>): Promise<void> {
    const named = { kind: row.kind, userId: row.user_id, attempts: row.attempts }
    if (row.is_expired) {
      log.warn({ kind: row.kind, attempts: row.attempts }, 'a message has expired')
      await noteFailed({ ...named, attempts: row.attempts - 1, reason: 'expired', detail: '' })
      return
    }
    const message = openMessage(key, row.content)
    if (!message) return
    try {
      const messageId = await unlessAborted(deliver(message), signal)
      receipts.set(row, { messageId, isRefused: false })
    } catch (error) {
      if (!(error instanceof UndeliverableError)) throw error
      log.warn({ err: error, kind: row.kind, attempts: row.attempts }, 'a message was refused')
      receipts.set(row, { messageId: null, isRefused: true })
      await noteFailed({ ...named, reason: 'refused', detail: error.message })
    }
  }

  async function deliver(message: Message): Promise<string | null> {
    if (message.kind === 'mail') await mailer.deliver(message.mail)
    else if (texter) return texter.deliver(message.text)
    else throw new UndeliverableError('SMS_WEBHOOK_URL is not set')
    return null
  }

  /** A mail server is not waited for: its time would reveal who has an account. */
  const isWaitedFor = ({ kind }: Message) => kind === 'text' || !mailer.isRemote

  async function sendNow(queued: QueuedMessage): Promise<Receipt> {
    await queue.begin(queued)
    return receipts.get(queued.row) ?? NOTHING_SENT
  }

  return {
    async add(db, { userId, goodForSeconds, message }) {
      const isHeld = isWaitedFor(message)
      const added = newRow(context, { userId, message, goodForSeconds })
      const row = await db
        .insertInto('auth.outbox')
        .values({
          ...added,
          ...(isHeld && { attempts: 1, next_attempt_at: queue.leaseEnd() }),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      if (!isHeld) {
        if (db.isTransaction) addedBy.set(db, addedBy.get(db) ?? [])
        else jobs.wake()
        return
      }
      const queued = { key: row.id, attempts: 1, row: { ...row, is_expired: false } }
      if (db.isTransaction) addedBy.set(db, [...(addedBy.get(db) ?? []), queued])
      else await sendNow(queued)
    },
    async sendAdded(transaction) {
      const added = addedBy.get(transaction)
      if (!added) return NOTHING_SENT
      jobs.wake()
      const sent: Receipt[] = []
      for (const queued of added) sent.push(await sendNow(queued))
      return {
        messageId: sent.find(({ messageId }) => messageId !== null)?.messageId ?? null,
        isRefused: sent.some(({ isRefused }) => isRefused),
      }
    },
  }
}

/** Rejects when nobody waits for the work any more; it may go on. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  return Promise.race([work, aborted.promise])
}

/** The row is due at once. */
function newRow(
  { databaseNow, keys, newId }: Pick<AppContext, 'databaseNow' | 'keys' | 'newId'>,
  { userId, message, goodForSeconds }: NewMessage,
) {
  return {
    id: newId(),
    user_id: userId,
    kind: message.kind,
    content: sealText(keys.derive('outbox'), JSON.stringify(message)),
    next_attempt_at: databaseNow(),
    created_at: databaseNow(),
    expires_at: secondsFromNow(goodForSeconds, databaseNow),
  }
}

type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'text'; readonly text: TextMessage }

/** Returns null for a message that was sealed with another key. */
function openMessage(key: Buffer, sealed: Buffer): Message | null {
  const json = openSealedText(key, sealed)
  if (json === null) return null
  // What our own key has authenticated, this file has written.
  const message: Message = JSON.parse(json)
  return message
}
