import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'
import { PostError, postOutside } from '../../platform/http/post-outside.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
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

/** Devices that one server sends to at the same time. */
const AT_ONCE = 32
/** A claim costs about as much for one message as for many. */
const CLAIMED_MIN = 8
/** What ends within it is stored with one statement. */
const COLLECT_MS = 50
/** Between two messages, so that other requests find the processor free. */
const PACE_MS = 8

type Describer = ReturnType<typeof createDescriber>

/** Sends what waits for subscribed browsers, one message at a time to each of them. */
export function createPushSender(context: AppContext, seasons: SeasonViews): PeriodicJob {
  const { db, log } = context
  const finishing = createMutex()
  const ended: EndedPush[] = []
  const stopping = new AbortController()
  const active = new Set<Promise<void>>()
  const createRequest = createPushRequests(context)

  async function sendDue(): Promise<void> {
    for (;;) {
      while (active.size > AT_ONCE - CLAIMED_MIN) await Promise.race(active)
      if (stopping.signal.aborted) return
      const claimed = await claimPushes(db, AT_ONCE - active.size)
      if (claimed.length === 0) return
      const describe = createDescriber({ ...context, seasons })
      for (const one of claimed) {
        if (stopping.signal.aborted) return
        startSending(one, describe)
        await pause(PACE_MS)
      }
    }
  }

  function startSending(claimed: ClaimedPush, describe: Describer): void {
    const sent = send(claimed, describe)
      .catch((error: unknown) => log.warn({ err: error }, 'a push message could not be sent'))
      .finally(() => active.delete(sent))
    active.add(sent)
  }

  async function finish(claimed: ClaimedPush, outcome: PushOutcome): Promise<void> {
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

  async function send(claimed: ClaimedPush, describe: Describer): Promise<void> {
    const { device, event, isStillWanted } = claimed
    const subscription = openDevice(context, device)
    if (!subscription) return finish(claimed, { kind: 'removed' })
    const reader = { userId: device.user_id, language: device.language }
    const described = isStillWanted ? await describe(event, reader) : null
    if (!described) return finish(claimed, { kind: 'ended', state: 'dropped' })
    const request = await createRequest(subscription, { ...described, tag: event.id })
    const allowedHosts = context.config.pushPrivateHosts
    try {
      const answer = await postOutside(request, { allowedHosts, signal: stopping.signal })
      await finish(claimed, readAnswer(claimed, answer))
    } catch (error) {
      if (stopping.signal.aborted) return
      if (!(error instanceof PostError)) throw error
      await finish(claimed, planRetry(claimed))
    }
  }

  const job = createPeriodicJob(sendDue, {
    everyMs: context.queueCheckMs,
    log,
    failure: 'push messages could not be read',
  })
  return {
    start: job.start,
    async stop() {
      // What was not answered is sent again after the lease.
      stopping.abort()
      await job.stop()
      await Promise.all(active)
    },
  }
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
function planRetry({ device, attempts }: ClaimedPush, holdSeconds = 0): PushOutcome {
  const { attempted_at } = device
  const step = nextStep(device, { attempts, attempted_at }, holdSeconds)
  if (step.isDisabling) return { kind: 'removed' }
  if (step.retryInSeconds === null) return { kind: 'ended', state: 'failed' }
  // The other messages to this device wait too, so that it takes no place from others.
  return { kind: 'retry', seconds: step.retryInSeconds }
}
