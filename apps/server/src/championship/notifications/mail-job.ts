import type { Language } from '@pitboard/contract/words/languages'
import {
  type MailPart,
  composeMail,
  languageOf,
} from '../../accounts/auth/messages/mail-template.ts'
import type { Mail } from '../../accounts/auth/messages/mailer.ts'
import { queueMails } from '../../accounts/auth/messages/outbox.ts'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { countOutcomes } from '../../platform/queues/job-queue.ts'
import { createJobTable } from '../../platform/queues/job-table.ts'
import { QUEUES, retryWaitSeconds } from '../../platform/queues/queues.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { createDescriber, type DescribedNotification } from './describe-notification.ts'
import {
  type ClaimedMail,
  claimMails,
  finishMails,
  lockNextTimes,
  postponeMails,
} from './mail-queue.ts'
import { readMailAddresses } from './notification-settings.ts'
import { selectStillWanted } from './still-wanted.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

/** Notifications wait while this many mails do, so that codes for sign-in are not behind them. */
const WAITING_MAILS_MAX = 100
const USERS_AT_ONCE = 20
/** Mails that are written within this time are sent by the next start. */
const STOP_WITHIN_MS = 5_000
/** One mail lists this many; the others are counted. */
const LISTED_MAX = 20
/** A mail waits this long for a mail server that cannot be reached. */
const GOOD_FOR_SECONDS = 3 * 86_400

interface WaitingMail {
  readonly id: string
  readonly userId: string
  readonly mail: Mail
  readonly rows: readonly ClaimedMail['row'][]
}

/** Writes what waits for a user into one mail, which the outbox of the sign-in service sends. */
export function addMailQueue(context: AppContext, seasons: SeasonViews): void {
  const { db, jobs, log } = context
  const counter = countOutcomes(context.metrics)
  const table = createJobTable(QUEUES.notification_mails)

  /** One job sends the mails of some users. */
  async function claim(): Promise<(readonly ClaimedMail[])[]> {
    const room = WAITING_MAILS_MAX - (await countRows(db.selectFrom('auth.outbox')))
    const claimed = room > 0 ? await claimMails(db, Math.min(room, USERS_AT_ONCE)) : []
    return claimed.length > 0 ? [claimed] : []
  }

  /** The others are not held up by those that fail. */
  async function retryLater(claimed: readonly ClaimedMail[]): Promise<void> {
    for (const { row } of claimed) {
      const job = { key: row.id, attempts: row.attempts, row }
      const seconds = retryWaitSeconds(QUEUES.notification_mails, row.attempts)
      if (seconds === null) await table.bury(db, job)
      else await table.retry(db, job, seconds)
      counter.inc({ queue: 'notification_mails', outcome: seconds === null ? 'dead' : 'retried' })
    }
  }

  async function writeMails(claimed: readonly ClaimedMail[]): Promise<void> {
    const mails = await compose(claimed)
    const listed = new Set(mails.flatMap(({ rows }) => rows))
    const dropped = claimed.filter(({ row }) => !listed.has(row))
    await finishMails(
      db,
      dropped.map(({ row }) => ({ row, mailId: null })),
    )
    if (mails.length === 0) return
    await inTransaction(db, async (transaction) => {
      const userIds = mails.map(({ userId }) => userId)
      const nextTimes = await lockNextTimes(transaction, userIds)
      const [later, now] = [
        mails.filter(({ userId }) => nextTimes.has(userId)),
        mails.filter(({ userId }) => !nextTimes.has(userId)),
      ]
      const laterRows = later.flatMap(({ rows }) => rows)
      await postponeMails(transaction, laterRows, nextTimes)
      const options = { goodForSeconds: GOOD_FOR_SECONDS, isNotification: true }
      await queueMails(context, transaction, now, options)
      await finishMails(
        transaction,
        now.flatMap(({ id, rows }) => rows.map((row) => ({ row, mailId: id }))),
      )
    })
  }

  /** Writes to users with an address, about what still applies. */
  async function compose(claimed: readonly ClaimedMail[]): Promise<WaitingMail[]> {
    const byUser = Map.groupBy(claimed, ({ row }) => row.user_id)
    const addresses = await readMailAddresses(db, [...byUser.keys()])
    const source = { ...context, seasons }
    const [describe, wanted] = [createDescriber(source), await selectStillWanted(source, claimed)]
    const mails: WaitingMail[] = []
    for (const address of addresses) {
      const { id: userId, email } = address
      const language = languageOf(address, { language: address.language ?? 'en' })
      const described: DescribedNotification[] = []
      const rows: ClaimedMail['row'][] = []
      for (const { row, event } of byUser.get(userId) ?? []) {
        if (!wanted.has(row.id)) continue
        const one = await describe(event, { userId, language })
        if (!one) continue
        described.push(one)
        rows.push(row)
      }
      const [first, ...others] = described
      if (first === undefined) continue
      const content = contentOf(context, [first, ...others], language, userId)
      const unsubscribeUrl = `${context.publicUrl()}${unsubscribePath(context.keys, userId)}`
      const mail = { ...composeMail(language, email, ...content), unsubscribeUrl }
      mails.push({ id: context.newId(), userId, mail, rows })
    }
    return mails
  }

  jobs.add<readonly ClaimedMail[]>({
    name: 'notification_mails',
    now: table.now,
    nextDue: () => table.nextDue(),
    places: 1,
    drainMs: STOP_WITHIN_MS,
    claim,
    async run(claimed) {
      try {
        await writeMails(claimed)
        counter.inc({ queue: 'notification_mails', outcome: 'done' }, claimed.length)
      } catch (error) {
        log.warn({ err: error }, 'notifications could not be written to mails')
        await retryLater(claimed).catch((reason: unknown) => {
          log.warn({ err: reason }, 'failed notifications were not stored')
        })
      }
      return 0
    },
    async renew(active) {
      const rows = [...active.keys()].flat().map(({ row }) => row)
      await table.renew(
        db,
        rows.map((row) => ({ key: row.id, attempts: row.attempts, row })),
      )
    },
  })
}

function contentOf(
  { keys, publicUrl }: Pick<AppContext, 'keys' | 'publicUrl'>,
  described: readonly [DescribedNotification, ...DescribedNotification[]],
  language: Language,
  userId: string,
): [subject: string, parts: MailPart[]] {
  const t = TEXTS[language]
  const [{ title }] = described
  const more = described.length - LISTED_MAX
  const subject =
    described.length === 1
      ? title
      : t('notifications.several', { first: title, others: described.length - 1 })
  const parts = described
    .slice(0, LISTED_MAX)
    .flatMap((one): MailPart[] => [
      { kind: 'heading', text: one.title },
      ...(one.text === '' ? [] : [{ kind: 'text' as const, text: one.text }]),
      { kind: 'button', label: t('notifications.open'), url: `${publicUrl()}${one.path}` },
    ])
  return [
    `Pitboard: ${subject}`,
    [
      ...parts,
      ...(more > 0
        ? [{ kind: 'text' as const, text: t('notifications.more', { count: more }) }]
        : []),
      { kind: 'text', text: t('notifications.why') },
      {
        kind: 'link',
        label: t('notifications.settings'),
        url: `${publicUrl()}/dashboard/settings#notifications`,
      },
      {
        kind: 'link',
        label: t('notifications.unsubscribe'),
        url: `${publicUrl()}${unsubscribePath(keys, userId)}`,
      },
    ],
  ]
}
