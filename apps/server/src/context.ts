import { v7 as uuidv7 } from 'uuid'
import type { KeySet } from './accounts/auth/keys/key-set.ts'
import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/tables.ts'
import type { Log } from './platform/diagnostics/log.ts'
import { createMetrics, type Metrics } from './platform/diagnostics/metrics.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { createEventBus, type EventBus } from './platform/events/domain-events.ts'
import type { RateLimits } from './platform/limits/rate-limits.ts'

/** Everything a part of the server depends on, made once at start and passed down. */
export interface AppContext {
  readonly config: Config
  readonly db: Db
  /** For a connection of one's own, beside the pool behind `db`. */
  readonly databaseUrl: string
  /** Captures, pictures, replays and uploads. */
  readonly files: FileStore
  readonly log: Log
  readonly keys: KeySet
  readonly metrics: Metrics
  readonly events: EventBus
  readonly rateLimits: RateLimits
  /** Without a slash at the end. Known once the server listens. */
  publicUrl(): string
  now(): Date
  /** A UUID of version 7: they sort by the time they were made. */
  newId(): string
}

type ContextParts = Pick<
  AppContext,
  'config' | 'db' | 'databaseUrl' | 'files' | 'log' | 'keys' | 'rateLimits' | 'publicUrl' | 'now'
>

export function createContext(parts: ContextParts): AppContext {
  return { ...parts, metrics: createMetrics(), events: createEventBus(), newId: () => uuidv7() }
}
