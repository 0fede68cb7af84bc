import { type RawBuilder, sql } from 'kysely'
import { Counter } from 'prom-client'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { Db } from '../db/tables.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { type ClaimedJob, createJobTable } from './job-table.ts'
import type { AddedQueue, JobScheduler } from './job-scheduler.ts'
import {
  type QueueName,
  QUEUES,
  type QueueTable,
  type RetryRule,
  retryWaitSeconds,
} from './queues.ts'

export interface QueueContext {
  readonly db: Db
  readonly jobs: JobScheduler
  readonly log: Log
  readonly metrics: Metrics
}

/** This process works on the job. */
export interface HeldJob<Row> extends ClaimedJob<Row> {
  /** The signal aborts where this process stops or has lost the job. */
  readonly signal: AbortSignal
  /** Ends the job in a transaction of its work. Throws if another server holds it now. */
  finish(transaction: Db): Promise<void>
}

interface QueueOptions<Row> {
  /** This many jobs run at the same time. */
  readonly places: number
  /** The job is over when it resolves. Where it rejects, the job is tried again by the queue's rule. */
  readonly work: (job: HeldJob<Row>) => Promise<void>
  /** These columns of the claimed row come beside those of the table, with a comma before each. */
  readonly also?: () => RawBuilder<unknown>
  readonly now?: DatabaseClock
  readonly drainMs?: number
  /** It is false where work that was aborted may still take effect: its lease ends first. */
  readonly isReleased?: boolean
  /** It is called after the last attempt has failed. */
  readonly onDead?: (row: Row) => Promise<void>
}

/** The job is looked at again later, which does not count as an attempt. */
export class JobPostponed extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('The job waits.')
    this.name = 'JobPostponed'
    this.seconds = seconds
  }
}

class JobLost extends Error {
  constructor() {
    super('Another server holds the job.')
    this.name = 'JobLost'
  }
}

type Outcome = 'done' | 'retried' | 'dead' | 'released' | 'postponed' | 'lost'

/** Adds a queue whose jobs are independent of each other. */
export function addQueue<Row extends object>(
  { db, jobs, log, metrics }: QueueContext,
  name: QueueName,
  options: QueueOptions<Row>,
) {
  const { places, work, drainMs = 0, isReleased = true, onDead = async () => {} } = options
  const { now = () => sql<Date>`now()`, also = () => sql`` } = options
  const rule: QueueTable & RetryRule = QUEUES[name]
  const table = createJobTable(rule, now)
  const counter = countOutcomes(metrics)
  const waits = new WeakMap<ClaimedJob<Row>, number>()

  async function attempt(job: ClaimedJob<Row>, signal: AbortSignal): Promise<Outcome> {
    if (job.attempts > rule.attemptsMax) return bury(job)
    let isFinished = false
    try {
      await work({
        ...job,
        signal,
        async finish(transaction) {
          if (!(await table.finish(transaction, job))) throw new JobLost()
          isFinished = true
        },
      })
      return isFinished || (await table.finish(db, job)) ? 'done' : 'lost'
    } catch (error) {
      if (error instanceof JobLost) return 'lost'
      if (error instanceof JobPostponed) {
        waits.set(job, error.seconds)
        return (await table.postpone(db, job, error.seconds)) ? 'postponed' : 'lost'
      }
      if (signal.aborted) {
        return isReleased && (await table.release(db, job)) ? 'released' : 'lost'
      }
      log.warn({ err: error, queue: name, job: job.key, attempts: job.attempts }, 'a job failed')
      return fail(job)
    }
  }

  async function fail(job: ClaimedJob<Row>): Promise<Outcome> {
    const seconds = retryWaitSeconds(rule, job.attempts)
    if (seconds === null) return bury(job)
    waits.set(job, seconds)
    return (await table.retry(db, job, seconds)) ? 'retried' : 'lost'
  }

  async function bury(job: ClaimedJob<Row>): Promise<Outcome> {
    if (!(await table.bury(db, job))) return 'lost'
    log.error({ queue: name, job: job.key, attempts: job.attempts }, 'a job has failed too often')
    await onDead(job.row)
    return 'dead'
  }

  const added: AddedQueue<ClaimedJob<Row>> = jobs.add({
    name,
    places,
    drainMs,
    now,
    nextDue: () => table.nextDue(),
    claim(count) {
      const held = [...added.active()].map(({ key }) => key)
      return table.claim<Row>(db, count, { held, also: also() })
    },
    async run(job, signal) {
      try {
        counter.inc({ queue: name, outcome: await attempt(job, signal) })
      } catch (error) {
        // Its lease ends, and it is done again.
        log.warn({ err: error, queue: name, job: job.key }, 'the outcome of a job was not stored')
      }
      return waits.get(job) ?? null
    },
    async renew(active) {
      const jobs = [...active]
      const held = await table.renew(
        db,
        jobs.map(([job]) => job),
      )
      for (const [job, controller] of jobs) if (!held.has(job.key)) controller.abort()
    },
  })
  return { ...added, leaseEnd: table.leaseEnd }
}

const counters = new WeakMap<Metrics, Counter<'queue' | 'outcome'>>()

/** All queues of a process share one counter. */
export function countOutcomes(metrics: Metrics): Counter<'queue' | 'outcome'> {
  const known = counters.get(metrics)
  if (known) return known
  const counter = new Counter({
    name: 'pitboard_jobs_total',
    help: 'Attempts of jobs by queue and outcome',
    labelNames: ['queue', 'outcome'] as const,
    registers: [metrics.registry],
  })
  counters.set(metrics, counter)
  return counter
}
