/** Where the jobs of a queue are: each is a row of a table of its subject (docs/decisions/052-limits-and-jobs-in-postgresql.md). */
export interface QueueTable {
  readonly table: string
  /** A UUID. */
  readonly key: string
  /** When the job may be started. While a server works on it, the end of its lease. */
  readonly dueAt: string
  /** A condition in SQL on rows whose work is not over; without one, finished jobs are deleted. */
  readonly open: string | null
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

const HOUR = 3600

/** All queues of the database, with their rules. */
export const QUEUES = {
  /** Mails and text messages: what has not left before it expires is given up. */
  outbox: {
    table: 'auth.outbox',
    key: 'id',
    dueAt: 'next_attempt_at',
    open: null,
    fence: [],
    waitsSeconds: doubling(15, 600),
    attemptsMax: Number.POSITIVE_INFINITY,
  },
  /** Sessions with a new capture, whose laps are read in a worker. */
  traces: {
    table: 'lap_trace_job',
    key: 'session_id',
    dueAt: 'due_at',
    open: null,
    fence: [],
    waitsSeconds: doubling(30, 1800),
    attemptsMax: 5,
  },
  /** Sessions whose documents are to be rebuilt, as their siblings are gone or have new names. */
  links: {
    table: 'session_to_link',
    key: 'session_id',
    dueAt: 'next_attempt_at',
    open: null,
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
    open: null,
    fence: ['capture_key'],
    waitsSeconds: doubling(30, HOUR),
    attemptsMax: 200,
  },
  /** Files of pictures that nothing names. */
  storage_leftovers: {
    table: 'storage_leftover',
    key: 'file_key',
    dueAt: 'due_at',
    open: null,
    fence: [],
    waitsSeconds: doubling(30, HOUR),
    attemptsMax: 200,
  },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof QUEUES

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
