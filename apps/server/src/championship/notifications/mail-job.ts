import { MAILS_PER_DAY } from '@pitboard/contract/notifications/notifications'
import { type Selectable, sql } from 'kysely'
import {
  type MailPart,
  composeMail,
  languageOf,
} from '../../accounts/auth/messages/mail-template.ts'
import { queueMail } from '../../accounts/auth/messages/outbox.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { NotificationTables } from '../../platform/db/notification-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Language } from '../../platform/html/page.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { createDescriber, type DescribedNotification } from './describe-notification.ts'
import { findMailAddress, findSettings } from './notification-settings.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'
import { selectStillWanted } from './still-wanted.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

const EVERY_MS = 2000
/** If the server ends meanwhile, another one continues. */
const LEASE_SECONDS = 60
/** Notifications wait while so many mails do, so that codes for sign-in are not behind them. */
const WAITING_MAILS_MAX = 100
const CLAIMED_MAX = 100
/** Of one mail; the others are counted. */
const LISTED_MAX = 20
/** Of a mail server that cannot be reached. */
const GOOD_FOR_SECONDS = 3 * 86_400

type NotificationRow = Selectable<NotificationTables['notification']>

/** Writes what waits for a user into one mail, which the outbox of the sign-in service sends. */
export function createMailJob(context: AppContext, seasons: SeasonViews): PeriodicJob {
  const { db, log } = context

  async function writeDue(): Promise<void> {
    while ((await countRows(db.selectFrom('auth.outbox'))) < WAITING_MAILS_MAX) {
      const claimed = await claimOfUser(db)
      const [first] = claimed
      if (!first) return
      await writeMail(first.user_id, claimed)
    }
  }

  async function writeMail(userId: string, claimed: readonly NotificationRow[]): Promise<void> {
    const address = await findMailAddress(db, userId)
    const settings = await findSettings(db, userId)
    if (!address || settings?.is_mail_on === false) return finish(db, claimed, 'dropped', null)
    const language = languageOf(address, { language: settings?.language ?? 'en' })
    const described = await describeAll(claimed, { userId, language })
    const listed = claimed.filter(({ event_id }) => described.has(event_id))
    const dropped = claimed.filter(({ event_id }) => !described.has(event_id))
    await finish(db, dropped, 'dropped', null)
    if (described.size === 0) return
    const content = contentOf(context, [...described.values()], language, userId)
    const mail = {
      ...composeMail(language, address.email, ...content),
      unsubscribeUrl: `${context.publicUrl()}${unsubscribePath(context.keys, userId)}`,
    }
    await inTransaction(db, async (transaction) => {
      const waitUntil = await findNextTime(transaction, userId)
      if (waitUntil) return postpone(transaction, listed, waitUntil)
      const options = { goodForSeconds: GOOD_FOR_SECONDS, isNotification: true }
      await queueMail(context, transaction, userId, mail, options)
      return finish(transaction, listed, 'sent', context.newId())
    })
  }

  /** By event, the oldest first. */
  async function describeAll(
    claimed: readonly NotificationRow[],
    reader: { readonly userId: string; readonly language: Language },
  ): Promise<Map<string, DescribedNotification>> {
    const ids = claimed.map(({ id }) => id)
    const wanted = await selectStillWanted(db, ids)
    const events = await db
      .selectFrom('notification_event')
      .innerJoin('notification', 'event_id', 'notification_event.id')
      .selectAll('notification_event')
      .select('notification.id as notificationId')
      .where('notification.id', 'in', ids)
      .orderBy('notification_event.created_at')
      .execute()
    const describe = createDescriber({ ...context, seasons })
    const described = new Map<string, DescribedNotification>()
    for (const { notificationId, ...event } of events) {
      const one = wanted.has(notificationId) ? await describe(event, reader) : null
      if (one) described.set(event.id, one)
    }
    return described
  }

  return createPeriodicJob(writeDue, {
    ...{ everyMs: EVERY_MS, log, failure: 'notifications could not be written to mails' },
  })
}

/** All that is due for the user who has waited longest. */
async function claimOfUser(db: Db): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    with first as (
      select user_id from notification
      where ended_at is null and device_id is null and due_at <= now()
      order by due_at limit 1 for update skip locked
    ), due as (
      select id from notification
      where user_id = (select user_id from first)
        and ended_at is null and device_id is null and due_at <= now()
      order by created_at limit ${CLAIMED_MAX} for update skip locked
    )
    update notification
    set attempts = attempts + 1, due_at = now() + ${LEASE_SECONDS} * interval '1 second'
    where id in (select id from due)
    returning *`.execute(db)
  return rows
}

/** When the user may get the next mail; null for now. Locks the user until the transaction ends. */
async function findNextTime(db: Db, userId: string): Promise<Date | null> {
  await db.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
  const { rows } = await sql<{ next: Date }>`
    select max(ended_at) + interval '1 day' as next from notification
    where user_id = ${userId} and state = 'sent' and mail_id is not null
      and ended_at > now() - interval '1 day'
    group by mail_id order by next desc limit ${MAILS_PER_DAY}`.execute(db)
  return rows.length < MAILS_PER_DAY ? null : (rows.at(-1)?.next ?? null)
}

async function postpone(db: Db, claimed: readonly NotificationRow[], due_at: Date): Promise<void> {
  for (const { id, attempts } of claimed) {
    await db
      .updateTable('notification')
      .set({ due_at })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('ended_at', 'is', null)
      .execute()
  }
}

/** Throws if another server has taken one of them over, so that no mail of this one is sent. */
async function finish(
  db: Db,
  claimed: readonly NotificationRow[],
  state: 'sent' | 'dropped',
  mail_id: string | null,
): Promise<void> {
  if (claimed.length === 0) return
  const { rows } = await sql`
    update notification set state = ${state}, ended_at = now(), mail_id = ${mail_id}
    from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ attempts }) => attempts)}::int[])
      as claimed (id, attempts)
    where notification.id = claimed.id and notification.attempts = claimed.attempts
      and ended_at is null
    returning notification.id`.execute(db)
  if (rows.length < claimed.length) throw new Error('notifications were claimed by another server')
}

function contentOf(
  { keys, publicUrl }: Pick<AppContext, 'keys' | 'publicUrl'>,
  described: readonly DescribedNotification[],
  language: Language,
  userId: string,
): [subject: string, parts: MailPart[]] {
  const texts = NOTIFICATION_TEXTS[language]
  const [first] = described
  const title = first?.title ?? ''
  const more = described.length - LISTED_MAX
  const subject = described.length === 1 ? title : texts.several(title, described.length - 1)
  const parts = described
    .slice(0, LISTED_MAX)
    .flatMap((one): MailPart[] => [
      { kind: 'heading', text: one.title },
      ...(one.text === '' ? [] : [{ kind: 'text' as const, text: one.text }]),
      { kind: 'button', label: texts.open, url: `${publicUrl()}${one.path}` },
    ])
  return [
    `Pitboard: ${subject}`,
    [
      ...parts,
      ...(more > 0 ? [{ kind: 'text' as const, text: texts.more(more) }] : []),
      { kind: 'text', text: texts.why },
      {
        kind: 'link',
        label: texts.settings,
        url: `${publicUrl()}/dashboard/settings#notifications`,
      },
      {
        ...{ kind: 'link', label: texts.unsubscribe },
        url: `${publicUrl()}${unsubscribePath(keys, userId)}`,
      },
    ],
  ]
}
