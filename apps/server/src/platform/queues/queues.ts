/** Jobs to the same receiver are sent one at a time, by all servers together: a slow receiver delays no other. */
interface JobsByReceiver {
  readonly kind: 'by-receiver'
  /** The table has `id`, `busy_until` and `attempted_at`. */
  readonly table: string
  /** This column of the job names its receiver. */
  readonly column: string
  /** The condition in SQL says that nothing is sent to other receivers. */
  readonly only: string
}

/** Jobs with the same value of a column are claimed together. */
interface JobsTogether {
  readonly kind: 'together'
  readonly column: string
  readonly jobsMax: number
}

/**
 * The jobs of a queue are there: each is a row of a table of its subject
 * (docs/decisions/052-limits-and-jobs-in-postgresql.md).
 */
export interface QueueTable {
  readonly table: string
  /** The column holds a UUID. */
  readonly key: string
  /** The column says when the job may be started. While a server works on it, it is the end of its lease. */
  readonly dueAt: string
  /** The column is set on jobs that are over; without such a column they are deleted. */
  readonly endedAt: string | null
  /** The condition in SQL says that others of the table belong to another queue. */
  readonly only: string | null
  /** These columns beside `attempts` tell a job from one that replaced it. */
  readonly fence: readonly string[]
  /** The column has the time at which the last attempt began. */
  readonly attemptedAt: string | null
  /** It is null where jobs are independent of each other. */
  readonly groups: JobsByReceiver | JobsTogether | null
}

/** The rule says what happens to a job that fails. */
export interface RetryRule {
  /** These are the waits before the second attempt, the third and so on. */
  readonly waitsSeconds: readonly number[]
  /** Each later attempt waits for this long. */
  readonly lastWaitSeconds: number
  /** Then it is dead: it waits for an operator (docs/operations.md). */
  readonly attemptsMax: number
}

type Queue = QueueTable & RetryRule

type Waits = Pick<RetryRule, 'waitsSeconds' | 'lastWaitSeconds'>

function doubling(firstSeconds: number, maxSeconds: number): Waits {
  const waitsSeconds: number[] = []
  for (let seconds = firstSeconds; seconds < maxSeconds; seconds *= 2) waitsSeconds.push(seconds)
  return { waitsSeconds, lastWaitSeconds: maxSeconds }
}

const [MINUTE, HOUR] = [60, 3600]

/** Programs of others get a day in all. */
const OUTSIDE: RetryRule = {
  waitsSeconds: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR],
  lastWaitSeconds: 8 * HOUR,
  attemptsMax: 11,
}

/** These are all queues of the database, with their rules. */
export const QUEUES = {
  /** Mails and text messages: what has not left before it expires is given up. */
  outbox: {
    table: 'auth.outbox',
    key: 'id',
    dueAt: 'next_attempt_at',
    endedAt: null,
    only: null,
    fence: [],
    attemptedAt: null,
    groups: null,
    ...doubling(15, 600),
    attemptsMax: Number.POSITIVE_INFINITY,
  },
  /** Sessions with a new capture come here; their laps are read in a worker. */
  traces: {
    table: 'lap_trace_job',
    key: 'session_id',
    dueAt: 'due_at',
    endedAt: null,
    only: null,
    fence: [],
    attemptedAt: null,
    groups: null,
    ...doubling(30, 1800),
    attemptsMax: 5,
  },
  /** The documents of these sessions are to be rebuilt, as their siblings are gone or have new names. */
  links: {
    table: 'session_to_link',
    key: 'session_id',
    dueAt: 'next_attempt_at',
    endedAt: null,
    only: null,
    // A session that is marked again has new data.
    fence: ['mark'],
    attemptedAt: null,
    groups: null,
    ...doubling(30, HOUR),
    attemptsMax: 20,
  },
  /** No session has these captures any more. */
  removed_captures: {
    table: 'removed_capture',
    key: 'session_id',
    dueAt: 'next_attempt_at',
    endedAt: null,
    only: null,
    fence: ['capture_key'],
    attemptedAt: null,
    groups: null,
    ...doubling(30, HOUR),
    attemptsMax: 200,
  },
  /** Nothing names these files of pictures. */
  storage_leftovers: {
    table: 'storage_leftover',
    key: 'file_key',
    dueAt: 'due_at',
    endedAt: null,
    only: null,
    fence: [],
    attemptedAt: null,
    groups: null,
    ...doubling(30, HOUR),
    attemptsMax: 200,
  },
  /** Users are notified of these events: each becomes a notification for each user and device. */
  events: {
    table: 'notification_event',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'dispatched_at',
    only: null,
    fence: [],
    attemptedAt: null,
    groups: null,
    ...doubling(30, HOUR),
    attemptsMax: 10,
  },
  /** Notifications of a user become one mail; a user with more gets two. */
  notification_mails: {
    table: 'notification',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'ended_at',
    only: 'device_id is null',
    fence: [],
    attemptedAt: null,
    groups: { kind: 'together', column: 'user_id', jobsMax: 500 },
    ...doubling(60, HOUR),
    attemptsMax: 20,
  },
  /** Messages that fail for the last time say so. */
  pushes: {
    table: 'notification',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'ended_at',
    only: 'device_id is not null',
    fence: [],
    attemptedAt: null,
    groups: { kind: 'by-receiver', table: 'push_device', column: 'device_id', only: 'true' },
    ...OUTSIDE,
  },
  /** Organisers see those that fail for the last time, and send them again. */
  webhooks: {
    table: 'webhook_delivery',
    key: 'id',
    dueAt: 'next_attempt_at',
    endedAt: 'ended_at',
    only: null,
    fence: [],
    attemptedAt: 'attempted_at',
    groups: {
      kind: 'by-receiver',
      table: 'webhook',
      column: 'webhook_id',
      only: "state = 'active'",
    },
    ...OUTSIDE,
  },
  /** Captures that users have sent. One that fails for the last time has a result that says so. */
  uploads: {
    table: 'job',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'ended_at',
    only: "kind = 'upload'",
    fence: [],
    attemptedAt: null,
    groups: null,
    ...doubling(30, 120),
    attemptsMax: 3,
  },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof QUEUES

/** The condition in SQL selects the jobs of a queue that are not over. */
export function openJobs({ endedAt, only }: QueueTable): string {
  return (
    [only, endedAt === null ? null : `${endedAt} is null`]
      .filter((condition) => condition !== null)
      .join(' and ') || 'true'
  )
}

/** Jobs that failed at the same time are not tried again at the same time. */
const JITTER = 0.2

export function waitSeconds(
  { waitsSeconds, lastWaitSeconds }: Waits,
  attempts: number,
  random: number = Math.random(),
): number {
  return (waitsSeconds[attempts - 1] ?? lastWaitSeconds) * (1 + JITTER * (2 * random - 1))
}

/** Returns null where the job has failed for the last time. */
export function retryWaitSeconds(
  rule: RetryRule,
  attempts: number,
  random?: number,
): number | null {
  return attempts >= rule.attemptsMax ? null : waitSeconds(rule, attempts, random)
}
