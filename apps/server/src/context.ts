import { v7 as uuidv7 } from 'uuid'
import type { KeySet } from './accounts/auth/keys/key-set.ts'
import type { Config } from './platform/config/config.ts'
import type { DatabaseClock } from './platform/db/database-clock.ts'
import type { DatabaseListener } from './platform/db/database-listener.ts'
import type { Leadership } from './platform/db/leadership.ts'
import type { Db } from './platform/db/tables.ts'
import type { Log } from './platform/diagnostics/log.ts'
import type { Metrics } from './platform/diagnostics/metrics.ts'
import type { FanOut } from './platform/fan-out/fan-out.ts'
import type { DiskSpace } from './platform/files/disk-space.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { createEventBus, type EventBus } from './platform/events/domain-events.ts'
import type { JobScheduler } from './platform/queues/job-scheduler.ts'
import type { Nats } from './platform/nats/nats-connection.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import type { RateLimits } from './platform/limits/rate-limits.ts'

/** This process is one of the servers of one database. */
export interface ServerNode {
  readonly id: string
  /** Identifies DATA_DIR: servers that share it read each other's journals. */
  readonly dataFolder: string
  /** The processes that share DATA_DIR have their sockets in this private folder; null for a process alone. */
  readonly runFolder: string | null
  /** Workers are numbered from 1 to `workers`; null for a server that is one process. */
  readonly worker: number | null
  readonly workers: number
}

/** Every part of the server depends on this, which is made once at start and passed down. */
export interface AppContext {
  readonly config: Config
  readonly node: ServerNode
  readonly db: Db
  /** Notifications come on a connection of its own beside the pool behind `db`. */
  readonly databaseListener: DatabaseListener
  readonly databaseNow: DatabaseClock
  /** Decides which process does the jobs that one does for all. */
  readonly leadership: Leadership
  /** The store has captures, pictures, replays and uploads. */
  readonly files: FileStore
  readonly disk: DiskSpace
  /** Messages to and from the other servers go through this. */
  readonly fanOut: FanOut
  /** It is null without NATS_URL. */
  readonly nats: Nats | null
  readonly log: Log
  readonly keys: KeySet
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly events: EventBus
  readonly rateLimits: RateLimits
  readonly jobs: JobScheduler
  /** Queues in the database are checked for due jobs at this interval. */
  readonly queueCheckMs: number
  /** The address has no slash at the end. It is known once the server listens. */
  publicUrl(): string
  now(): Date
  /** Returns a UUID of version 7: they sort by the time they were made. */
  newId(): string
}

type ContextParts = Pick<
  AppContext,
  | 'config'
  | 'node'
  | 'db'
  | 'databaseListener'
  | 'databaseNow'
  | 'leadership'
  | 'files'
  | 'disk'
  | 'fanOut'
  | 'nats'
  | 'log'
  | 'keys'
  | 'metrics'
  | 'tracing'
  | 'rateLimits'
  | 'jobs'
  | 'queueCheckMs'
  | 'publicUrl'
  | 'now'
>

export function createContext(parts: ContextParts): AppContext {
  return { ...parts, events: createEventBus(), newId: () => uuidv7() }
}
