import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { WebhookRow } from './announcement-tables.ts'
import { PostError, postOutside, type OutsideAnswer } from '../../platform/http/post-outside.ts'
import { countOutcomes } from '../../platform/queues/job-queue.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import {
  type AttemptOutcome,
  claimDeliveries,
  type ClaimedDelivery,
  finishAttempt,
  nextDelivery,
  releaseDelivery,
  storeContent,
} from './deliveries.ts'
import { describeAnnouncement } from './describe-announcement.ts'
import { notifyOwner } from './notify-owner.ts'
import { createMessage } from './receiver-message.ts'
import { nextStep, readRetryAfter } from './retry-plan.ts'
import { openAddress } from './webhooks.ts'

/** One server sends to this many receivers at the same time. */
const AT_ONCE = 8
const ANSWER_CHARACTERS = 200
/** A server that stops waits this long for answers. */
const STOP_WITHIN_MS = 2000

const NOTHING = { statusCode: null, durationMs: null, failure: null, answer: null }
const DROPPED = {
  state: 'dropped',
  retryInSeconds: null,
  holdSeconds: 0,
  isDisabling: false,
  ...NOTHING,
} as const satisfies AttemptOutcome

/** Sends what waits, also what other servers have left. */
export function addAnnouncementQueue(context: AppContext, seasons: SeasonViews): void {
  const { db, jobs, log } = context
  const counter = countOutcomes(context.metrics)

  async function send(claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const outcome = await attempt(claimed, signal)
    counter.inc({ queue: 'webhooks', outcome: describeOutcome(outcome) })
    if (outcome === null) await releaseDelivery(db, claimed)
    else {
      await finishAttempt(db, claimed, outcome, (transaction) =>
        notifyOwner(context, transaction, claimed.webhook),
      )
    }
  }

  /** Returns null if the server stops meanwhile. */
  async function attempt(
    claimed: ClaimedDelivery,
    signal: AbortSignal,
  ): Promise<AttemptOutcome | null> {
    const { webhook, delivery } = claimed
    const described = await describeOnce(claimed)
    if (!described) return DROPPED
    const address = openAddress(context, webhook)
    if (!address) return { ...DROPPED, state: 'failed', isDisabling: true, failure: 'address' }
    const { accent, content } = described
    const message = createMessage(webhook, content, {
      secret: address.secret,
      accent,
      now: context.now(),
    })
    const startedAtMs = performance.now()
    const durationMs = () => Math.round(performance.now() - startedAtMs)
    try {
      const answer = await postOutside(
        { url: address.url, ...message },
        { allowedHosts: context.config.webhookPrivateHosts, signal },
      )
      return readAnswer(claimed, answer, durationMs(), address)
    } catch (error) {
      if (signal.aborted) return null
      if (!(error instanceof PostError)) throw error
      const failed = { ...NOTHING, durationMs: durationMs(), failure: error.failure }
      return { ...nextStep(webhook, delivery), ...failed }
    }
  }

  /** Later attempts send what the first one did, while it applies; one by hand sends it in any case. */
  async function describeOnce({ webhook, delivery }: ClaimedDelivery) {
    const { content, attempts } = delivery
    if (content !== null && attempts === 1) {
      const league = await ownedLeagues.find(db, webhook.league_id)
      return league && { content, accent: league.accent_colour }
    }
    const described = await describeAnnouncement({ ...context, seasons }, webhook, delivery)
    if (!described) return null
    if (content === null) await storeContent(db, delivery.id, described.content)
    return { content: content ?? described.content, accent: described.league.accent_colour }
  }

  jobs.add<ClaimedDelivery>({
    name: 'webhooks',
    places: AT_ONCE,
    drainMs: STOP_WITHIN_MS,
    now: () => sql<Date>`now()`,
    nextDue: nextDelivery,
    claim: (count) => claimDeliveries(db, count),
    async run(claimed, signal) {
      try {
        await send(claimed, signal)
      } catch (error) {
        log.warn({ err: error }, 'an announcement could not be sent')
      }
      // The next one to this receiver may be due.
      return 0
    },
  })
}

function describeOutcome(outcome: AttemptOutcome | null) {
  if (outcome === null) return 'released'
  if (outcome.state !== 'failed') return 'done'
  return outcome.retryInSeconds === null ? 'dead' : 'retried'
}

function readAnswer(
  { webhook, delivery }: ClaimedDelivery,
  { status, retryAfter, text }: OutsideAnswer,
  durationMs: number,
  secrets: { readonly url: string; readonly secret: string | null },
): AttemptOutcome {
  const answered = { statusCode: status, durationMs }
  if (status >= 200 && status < 300) {
    const end = { retryInSeconds: null, holdSeconds: 0, isDisabling: false }
    return { ...end, ...answered, state: 'delivered', failure: null, answer: null }
  }
  const isRedirect = status >= 300 && status < 400
  const answer = withoutSecrets(text, secrets).slice(0, ANSWER_CHARACTERS)
  const refused = { ...answered, failure: isRedirect ? 'redirect' : 'status', answer } as const
  if (isGone(webhook, status)) {
    return { ...DROPPED, ...refused, state: 'failed', isDisabling: true }
  }
  return { ...nextStep(webhook, delivery, readRetryAfter(status, retryAfter)), ...refused }
}

/** The receiver does not exist any more, and says so. */
function isGone({ kind }: WebhookRow, status: number): boolean {
  return status === 410 || (kind === 'discord' && (status === 404 || status === 401))
}

/** A receiver may repeat what it was sent. */
function withoutSecrets(
  text: string,
  { url, secret }: { readonly url: string; readonly secret: string | null },
): string {
  const { pathname, search } = new URL(url)
  const parts = [url, `${pathname}${search}`, pathname, secret ?? ''].filter(
    ({ length }) => length > 1,
  )
  const clean = parts.reduce((rest, part) => rest.replaceAll(part, '…'), text)
  // The database does not store zero characters.
  return clean.replaceAll('\0', '').toWellFormed()
}
