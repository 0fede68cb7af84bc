/** Where the jobs of a queue are: each is a row of a table of its subject (docs/decisions/052-limits-and-jobs-in-postgresql.md). */
export interface QueueTable {
  readonly table: string
  /** A UUID. */
  readonly key: string
  /** When the job may be started. While a server works on it, the end of its lease. */
  readonly dueAt: string
  /** Set on jobs that are over; without such a column they are deleted. */
  readonly endedAt: string | null
  /** A condition in SQL: others of the table belong to another queue. */
  readonly only: string | null
  /** Columns beside `attempts` that tell a job from one that replaced it. */
  readonly fence: readonly string[]
}

/** What happens to a job that fails. */
export interface RetryRule {
  /** Before the second attempt, the third and so on; the last one before all that follow. */
  readonly waitsSeconds: readonly number[]
  /** Then it is dead: it waits for an operator (docs/operations.md). */
  readonly attemptsMax: number
}

type Queue = QueueTable & RetryRule

function doubling(firstSeconds: number, maxSeconds: number): number[] {
  const waits: number[] = []
  for (let seconds = firstSeconds; seconds < maxSeconds; seconds *= 2) waits.push(seconds)
  return [...waits, maxSeconds]
}

const [MINUTE, HOUR] = [60, 3600]

/** Programs of others: a day in all. */
const OUTSIDE_WAITS = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/** All queues of the database, with their rules. */
export const QUEUES = {
  /** Mails and text messages: what has not left before it expires is given up. */
  outbox: {
    table: 'auth.outbox',
    key: 'id',
    dueAt: 'next_attempt_at',
    endedAt: null,
    only: null,
    fence: [],
    waitsSeconds: doubling(15, 600),
    attemptsMax: Number.POSITIVE_INFINITY,
  },
  /** Sessions with a new capture, whose laps are read in a worker. */
  traces: {
    table: 'lap_trace_job',
    key: 'session_id',
    dueAt: 'due_at',
    endedAt: null,
    only: null,
    fence: [],
    waitsSeconds: doubling(30, 1800),
    attemptsMax: 5,
  },
  /** Sessions whose documents are to be rebuilt, as their siblings are gone or have new names. */
  links: {
    table: 'session_to_link',
    key: 'session_id',
    dueAt: 'next_attempt_at',
    endedAt: null,
    only: null,
    // A session that is marked again has new data.
    fence: ['mark'],
    waitsSeconds: doubling(30, HOUR),
    attemptsMax: 20,
  },
  /** Captures that no session has any more. */
  removed_captures: {
    table: 'removed_capture',
    key: 'session_id',
    dueAt: 'next_attempt_at',
    endedAt: null,
    only: null,
    fence: ['capture_key'],
    waitsSeconds: doubling(30, HOUR),
    attemptsMax: 200,
  },
  /** Files of pictures that nothing names. */
  storage_leftovers: {
    table: 'storage_leftover',
    key: 'file_key',
    dueAt: 'due_at',
    endedAt: null,
    only: null,
    fence: [],
    waitsSeconds: doubling(30, HOUR),
    attemptsMax: 200,
  },
  /** What users are notified of: each becomes a notification for each user and device. */
  events: {
    table: 'notification_event',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'dispatched_at',
    only: null,
    fence: [],
    waitsSeconds: doubling(30, HOUR),
    attemptsMax: 10,
  },
  /** Several of a user become one mail. */
  notification_mails: {
    table: 'notification',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'ended_at',
    only: 'device_id is null',
    fence: [],
    waitsSeconds: doubling(60, HOUR),
    attemptsMax: 20,
  },
  /** One at a time for each browser; those that fail for the last time say so. */
  pushes: {
    table: 'notification',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'ended_at',
    only: 'device_id is not null',
    fence: [],
    waitsSeconds: OUTSIDE_WAITS,
    attemptsMax: OUTSIDE_WAITS.length + 1,
  },
  /** One at a time for each receiver; organisers see those that fail for the last time, and send them again. */
  webhooks: {
    table: 'webhook_delivery',
    key: 'id',
    dueAt: 'next_attempt_at',
    endedAt: 'ended_at',
    only: null,
    fence: [],
    waitsSeconds: OUTSIDE_WAITS,
    attemptsMax: OUTSIDE_WAITS.length + 1,
  },
  /** Captures that users have sent. One that fails for the last time has a result that says so. */
  uploads: {
    table: 'job',
    key: 'id',
    dueAt: 'due_at',
    endedAt: 'ended_at',
    only: "kind = 'upload'",
    fence: [],
    waitsSeconds: doubling(30, 120),
    attemptsMax: 3,
  },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof QUEUES

/** A condition in SQL on the jobs of a queue that are not over. */
export function openJobs({ endedAt, only }: QueueTable): string {
  return (
    [only, endedAt === null ? null : `${endedAt} is null`]
      .filter((condition) => condition !== null)
      .join(' and ') || 'true'
  )
}

/** Jobs that failed at the same time are not tried again at the same time. */
const JITTER = 0.2

/** Null where the job has failed for the last time. */
export function retryWaitSeconds(
  { waitsSeconds, attemptsMax }: RetryRule,
  attempts: number,
  random = Math.random(),
): number | null {
  if (attempts >= attemptsMax) return null
  const wait = waitsSeconds[Math.min(attempts, waitsSeconds.length) - 1] ?? 0
  return wait * (1 + JITTER * (2 * random - 1))
}
