import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { createPeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import { openSealedText, sealText } from '../keys/sealed-text.ts'
import { UndeliverableError } from './delivery.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { Texter, TextMessage } from './texter.ts'
import type { AuthUser } from '../../../platform/db/auth-tables.ts'
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
  context: Pick<AppContext, 'keys' | 'newId' | 'now'>,
  db: Db,
  userId: string,
  mail: Mail,
): Promise<void> {
  await queueMails(context, db, [{ userId, mail }])
}

export async function queueMails(
  { keys, newId, now }: Pick<AppContext, 'keys' | 'newId' | 'now'>,
  db: Db,
  mails: readonly UserMail[],
  { goodForSeconds = GOOD_FOR_SECONDS, isNotification = false } = {},
): Promise<void> {
  if (mails.length === 0) return
  const [key, at] = [keys.derive('outbox'), now()]
  const rows = mails.map(({ userId, mail }) => {
    const message: Message = { kind: 'mail', mail }
    return {
      id: newId(),
      user_id: userId,
      kind: message.kind,
      content: sealText(key, JSON.stringify(message)),
      next_attempt_at: at,
      created_at: at,
      is_notification: isNotification,
      expires_at: new Date(at.getTime() + goodForSeconds * 1000),
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

const AT_ONCE = 20
/** While a message is being sent no other server takes it. */
const LEASE_MS = 60_000
const FIRST_RETRY_MS = 15_000
const RETRY_MAX_MS = 600_000
/** What has not left by then is sent by the next start. */
const STOP_WITHIN_MS = 5000

interface NewMessage {
  readonly userId: string
  /** After that the message is worthless, and no longer tried. */
  readonly goodForSeconds: number
  readonly message: Message
}

interface Receipt {
  /** The provider's id of a text message. */
  readonly messageId: string | null
  readonly isRefused: boolean
}

/** Messages that leave after the transaction which needs them, and again while they fail. */
export interface Outbox {
  /** Writes a message into the transaction; outside of one it is sent at once. */
  add(db: Db, message: NewMessage): Promise<void>
  /** To be called after the commit: sends what the transaction has added. */
  sendAdded(transaction: Db): Promise<Receipt>
  start(): void
  stop(): Promise<void>
}

interface Queued {
  readonly id: string
  readonly message: Message
  readonly attempts: number
}

const NOTHING_SENT: Receipt = { messageId: null, isRefused: false }

export function createOutbox(
  context: Pick<AppContext, 'db' | 'keys' | 'log' | 'newId' | 'now' | 'queueCheckMs'>,
  { mailer, texter }: { readonly mailer: Mailer; readonly texter: Texter | null },
): Outbox {
  const { log } = context
  const key = context.keys.derive('outbox')
  const addedBy = new WeakMap<Db, Queued[]>()
  const sending = new Set<Promise<unknown>>()
  const inMs = (ms: number) => new Date(context.now().getTime() + ms)

  async function deliver(message: Message): Promise<string | null> {
    if (message.kind === 'mail') await mailer.deliver(message.mail)
    else if (texter) return texter.deliver(message.text)
    else throw new UndeliverableError('SMS_WEBHOOK_URL is not set')
    return null
  }

  async function send({ id, message, attempts }: Queued): Promise<Receipt> {
    const { kind } = message
    try {
      const messageId = await deliver(message)
      await remove(id)
      return { messageId, isRefused: false }
    } catch (error) {
      const isRefused = error instanceof UndeliverableError
      const failure = isRefused ? 'a message was refused' : 'a message could not be sent yet'
      log.warn({ err: error, kind, attempts: attempts + 1 }, failure)
      if (isRefused) await remove(id)
      else await postpone(id, attempts + 1)
      return { messageId: null, isRefused }
    }
  }

  async function remove(id: string): Promise<void> {
    await context.db.deleteFrom('auth.outbox').where('id', '=', id).execute()
  }

  async function postpone(id: string, attempts: number): Promise<void> {
    const waitMs = Math.min(RETRY_MAX_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
    await context.db
      .updateTable('auth.outbox')
      .set({ attempts, next_attempt_at: inMs(waitMs) })
      .where('id', '=', id)
      .execute()
  }

  /** Tracked until it ends, so that `stop` can wait for it. Never rejects. */
  async function track(queued: Queued): Promise<Receipt> {
    const sent = send(queued).catch((error: unknown) => {
      log.warn({ err: error }, 'the outbox could not be updated')
      return NOTHING_SENT
    })
    sending.add(sent)
    return sent.finally(() => sending.delete(sent))
  }

  /** Does not wait for a mail server: its time would reveal who has an account. */
  async function sendFirst(queued: Queued): Promise<Receipt> {
    const sent = track(queued)
    return queued.message.kind === 'mail' && mailer.isRemote ? NOTHING_SENT : sent
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      const due = await claimDue()
      await Promise.all(due.map(track))
      if (due.length < AT_ONCE) return
    }
  }

  async function claimDue(): Promise<Queued[]> {
    const now = context.now()
    await context.db.deleteFrom('auth.outbox').where('expires_at', '<=', now).execute()
    const rows = await context.db
      .updateTable('auth.outbox')
      .set({ next_attempt_at: inMs(LEASE_MS) })
      .where('id', 'in', (query) =>
        query
          .selectFrom('auth.outbox')
          .select('id')
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'content', 'attempts'])
      .execute()
    const unreadable: string[] = []
    const due = rows.flatMap(({ id, content, attempts }) => {
      const message = openMessage(key, content)
      if (!message) unreadable.push(id)
      return message ? [{ id, message, attempts }] : []
    })
    for (const id of unreadable) await remove(id)
    return due
  }

  const retrying = createPeriodicJob(sendDue, {
    everyMs: context.queueCheckMs,
    log,
    failure: 'waiting messages could not be sent',
  })

  return {
    async add(db, { userId, goodForSeconds, message }) {
      const id = context.newId()
      await db
        .insertInto('auth.outbox')
        .values({
          id,
          user_id: userId,
          kind: message.kind,
          content: sealText(key, JSON.stringify(message)),
          next_attempt_at: inMs(LEASE_MS),
          expires_at: inMs(goodForSeconds * 1000),
          created_at: context.now(),
        })
        .execute()
      const queued = { id, message, attempts: 0 }
      if (db.isTransaction) addedBy.set(db, [...(addedBy.get(db) ?? []), queued])
      else await sendFirst(queued)
    },
    async sendAdded(transaction) {
      const receipts: Receipt[] = []
      for (const queued of addedBy.get(transaction) ?? []) receipts.push(await sendFirst(queued))
      return {
        messageId: receipts.find(({ messageId }) => messageId !== null)?.messageId ?? null,
        isRefused: receipts.some(({ isRefused }) => isRefused),
      }
    },
    start: retrying.start,
    async stop() {
      await retrying.stop()
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, STOP_WITHIN_MS)
      await Promise.race([Promise.allSettled(sending), promise])
      clearTimeout(timer)
    },
  }
}

type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'text'; readonly text: TextMessage }

/** Null for a message that was sealed with another key. */
function openMessage(key: Buffer, sealed: Buffer): Message | null {
  const json = openSealedText(key, sealed)
  if (json === null) return null
  // What our own key has authenticated, this file has written.
  const message: Message = JSON.parse(json)
  return message
}
