import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'
import { PostError, postOutside } from '../../platform/http/post-outside.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import { countOutcomes } from '../../platform/queues/job-queue.ts'
import { createJobTable } from '../../platform/queues/job-table.ts'
import { QUEUES } from '../../platform/queues/queues.ts'
import { nextStep, readRetryAfter } from '../announcements/retry-plan.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { createDescriber } from './describe-notification.ts'
import { openDevice } from './push-devices.ts'
import { createPushRequests } from './push-message.ts'
import {
  type ClaimedPush,
  claimPushes,
  type EndedPush,
  endPushes,
  holdDevice,
  type PushOutcome,
  removeSubscription,
} from './push-queue.ts'
import { selectStillWanted } from './still-wanted.ts'

/** One server sends to this many devices at the same time. */
const AT_ONCE = 32
/** A claim costs about as much for one message as for many. */
const CLAIMED_MIN = 8
/** What ends within it is stored with one statement. */
const COLLECT_MS = 50
/** The pause between two messages lets other requests find the processor free. */
const PACE_MS = 8

/** Sends what waits for subscribed browsers, one message at a time to each of them. */
export function addPushQueue(context: AppContext, seasons: SeasonViews): void {
  const { db, jobs, log } = context
  const counter = countOutcomes(context.metrics)
  const finishing = createMutex()
  const ended: EndedPush[] = []
  const pacing = createMutex()
  const createRequest = createPushRequests(context)

  async function finish({ claimed }: Sending, outcome: PushOutcome): Promise<void> {
    counter.inc({ queue: 'pushes', outcome: outcome.kind === 'retry' ? 'retried' : 'done' })
    if (outcome.kind === 'removed') return removeSubscription(db, claimed)
    if (outcome.kind === 'retry') return holdDevice(db, claimed, outcome.seconds)
    ended.push({ push: claimed, state: outcome.state })
    // The first one stores all that have ended since the last time.
    await finishing(async () => {
      if (ended.length === 0) return
      await pause(COLLECT_MS)
      await endPushes(db, ended.splice(0))
    })
  }

  async function send(sending: Sending, signal: AbortSignal): Promise<void> {
    const { claimed, describe, isStillWanted } = sending
    const { device, event } = claimed
    await pacing(() => pause(PACE_MS))
    // What was not answered is sent again after the lease.
    if (signal.aborted) return
    const subscription = openDevice(context, device)
    if (!subscription) return finish(sending, { kind: 'removed' })
    const reader = { userId: device.user_id, language: device.language }
    const described = isStillWanted ? await describe(event, reader) : null
    if (!described) return finish(sending, { kind: 'ended', state: 'dropped' })
    const request = await createRequest(subscription, { ...described, tag: event.id })
    const allowedHosts = context.config.pushPrivateHosts
    try {
      const answer = await postOutside(request, { allowedHosts, signal })
      await finish(sending, readAnswer(claimed, answer))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof PostError)) throw error
      await finish(sending, planRetry(claimed))
    }
  }

  const table = createJobTable(QUEUES.pushes)
  jobs.add<Sending>({
    name: 'pushes',
    now: table.now,
    nextDue: () => table.nextDue(),
    places: AT_ONCE,
    claimedMin: CLAIMED_MIN,
    drainMs: 0,
    async claim(count) {
      const claimed = await claimPushes(db, count)
      const source = { ...context, seasons }
      const [describe, wanted] = [createDescriber(source), await selectStillWanted(source, claimed)]
      return claimed.map((one) => ({
        claimed: one,
        describe,
        isStillWanted: wanted.has(one.row.id),
      }))
    },
    async run(sending, signal) {
      try {
        await send(sending, signal)
      } catch (error) {
        log.warn({ err: error }, 'a push message could not be sent')
      }
      // The next message to this device may be due.
      return 0
    },
  })
}

/** The message to send has what the messages of one claim share. */
interface Sending {
  readonly claimed: ClaimedPush
  readonly describe: ReturnType<typeof createDescriber>
  readonly isStillWanted: boolean
}

function readAnswer(
  claimed: ClaimedPush,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: string | null },
): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'ended', state: 'sent' }
  // The browser has unsubscribed, or its subscription has expired.
  if (status === 404 || status === 410) return { kind: 'removed' }
  if (status === 413 || status === 400) return { kind: 'ended', state: 'failed' }
  return planRetry(claimed, readRetryAfter(status, retryAfter))
}

/** A device that has failed for days is removed. */
function planRetry({ device, row: { attempts } }: ClaimedPush, holdSeconds = 0): PushOutcome {
  const { attempted_at } = device
  const step = nextStep(device, { attempts, attempted_at }, holdSeconds)
  if (step.isDisabling) return { kind: 'removed' }
  if (step.retryInSeconds === null) return { kind: 'ended', state: 'failed' }
  // The other messages to this device wait too, so that it takes no place from others.
  return { kind: 'retry', seconds: step.retryInSeconds }
}
