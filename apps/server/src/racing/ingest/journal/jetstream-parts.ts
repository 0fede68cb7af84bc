import { setTimeout as wait } from 'node:timers/promises'
import {
  type Consumer,
  DiscardPolicy,
  type JetStreamClient,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import {
  nanos,
  type NatsConnection,
  NoRespondersError,
  RequestError,
} from '@nats-io/transport-node'
import type { Nats } from '../../../platform/nats/nats-connection.ts'
import { decodePart, encodePart, PART_BYTES_MAX } from './journal-part.ts'
import { ReplicaAway } from './journal-replica.ts'
import { PartRefused, type PartStore, StoreFull, type StoredPart } from './part-store.ts'

/** A leader that is being elected takes longer; then it is asked again. */
const ANSWER_WITHIN_MS = 2_000
/** Without a part for so long a reader gives up. */
const PROGRESS_WITHIN_MS = 10_000
/** In memory while a journal is read: 16 MB at most. */
const READ_AHEAD = 64
/** Longer than any journal is needed; what nobody removes goes then. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000
/** A day of a recorder's batches. */
const PARTS_PER_USER_MAX = 500_000
/** Of a message beside its part; what does not compress grows a little. */
const OVERHEAD_BYTES = 4 * 1024
const PART_BYTES_MIN = 4 * 1024
const REPLICAS_IN_CLUSTER = 3

/** Of the stream; all of them can be changed later. */
const LIMITS = {
  // A full stream refuses: a part that is acknowledged must not be removed.
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_msgs_per_subject: PARTS_PER_USER_MAX,
  max_msg_size: 2 * PART_BYTES_MAX,
  max_age: nanos(MAX_AGE_MS),
}

/** Error codes of the JetStream API. */
const OFF: readonly number[] = [10_039, 10_076]
const NO_REPLICAS_WITHOUT_CLUSTER = 10_074
const FULL: readonly number[] = [
  10_002, // resources of the account exceeded
  10_023, // insufficient resources
  10_028, // resources exceeded
  10_047, // storage resources exceeded
  10_077, // limit of messages, bytes, or messages per subject
]

export interface JetStreamPartsOptions {
  readonly nats: Nats
  /** Null: three in a cluster, one otherwise. */
  readonly replicas: number | null
}

interface Access {
  readonly connection: NatsConnection
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
}

/** Known where NATS answers: false while it is away. */
export async function isJetStreamMissing(nats: Nats): Promise<boolean> {
  const connection = nats.connection()
  if (!connection || !nats.isConnected()) return false
  try {
    const { manager } = await createAccess(connection)
    await manager.getAccountInfo()
    return false
  } catch (error) {
    const code = codeOf(error)
    if (code !== null) return OFF.includes(code)
    // The library does not export the class of this error.
    const isUnanswered = error instanceof RequestError && error.cause instanceof NoRespondersError
    return isUnanswered || (error instanceof Error && error.name === 'JetStreamNotEnabled')
  }
}

async function createAccess(connection: NatsConnection): Promise<Access> {
  const options = { timeout: ANSWER_WITHIN_MS }
  const manager = await jetstreamManager(connection, { ...options, checkAPI: false })
  return { connection, client: jetstream(connection, options), manager }
}

/** One JetStream stream for all users of an installation, with a subject for each. */
export function createJetStreamParts({ nats, replicas }: JetStreamPartsOptions): PartStore {
  const stream = `${nats.prefix.replaceAll('.', '_')}journal`
  const subjectOf = (userId: string) => `${nats.prefix}journal.${userId}`
  let access: Access | null = null
  /** Null where it has to be looked for: at first, and after an error. */
  let ensured: Promise<void> | null = null

  async function open(): Promise<Access> {
    const connection = nats.connection()
    if (!connection || !nats.isConnected()) throw new ReplicaAway()
    const opened = access?.connection === connection ? access : await createAccess(connection)
    if (opened !== access) ensured = null
    access = opened
    ensured ??= ensureStream(opened.manager)
    try {
      await ensured
    } catch (error) {
      ensured = null
      throw error
    }
    return opened
  }

  async function ensureStream(manager: JetStreamManager): Promise<void> {
    try {
      const { config } = await manager.streams.info(stream)
      const wanted = { ...LIMITS, ...(replicas !== null && { num_replicas: replicas }) }
      const found = new Map<string, unknown>(Object.entries(config))
      // A stream that an earlier version has made gets the limits of this one.
      const isOther = Object.entries(wanted).some(([name, value]) => found.get(name) !== value)
      if (isOther) await manager.streams.update(stream, wanted)
    } catch (error) {
      if (codeOf(error) !== JetStreamApiCodes.StreamNotFound) throw error
      await addStream(manager, replicas ?? REPLICAS_IN_CLUSTER)
    }
  }

  async function addStream(manager: JetStreamManager, count: number): Promise<void> {
    try {
      await manager.streams.add({
        name: stream,
        description: 'Journals of the telemetry that servers receive',
        subjects: [subjectOf('*')],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        ...LIMITS,
        num_replicas: count,
      })
    } catch (error) {
      if (replicas !== null || codeOf(error) !== NO_REPLICAS_WITHOUT_CLUSTER) throw error
      await addStream(manager, 1)
    }
  }

  /** After an error the stream may be gone. */
  async function attempt<T>(call: (opened: Access) => Promise<T>): Promise<T> {
    const opened = await open()
    try {
      return await call(opened)
    } catch (error) {
      if (codeOf(error) !== JetStreamApiCodes.StreamWrongLastSequence) ensured = null
      throw error
    }
  }

  return {
    append: (userId, part, lastSequence) =>
      attempt(async ({ client }) => {
        try {
          const options = { expect: { lastSubjectSequence: lastSequence } }
          return (await client.publish(subjectOf(userId), encodePart(part), options)).seq
        } catch (error) {
          throw toAppendError(error)
        }
      }),
    // The leader answers, so the newest part is not missed.
    findLast: (userId) =>
      attempt(async ({ manager }) => {
        const query = { last_by_subj: subjectOf(userId) }
        const found = await manager.streams.getMessage(stream, query)
        return found && { ...decodePart(found.data), sequence: found.seq }
      }),
    async *read(userId, after, lastSequence) {
      const { client } = await open()
      const filter = { filter_subjects: subjectOf(userId), opt_start_seq: after + 1 }
      const consumer = await client.consumers.get(stream, filter)
      yield* readParts(consumer, lastSequence)
    },
    removeBefore: (userId, sequence) =>
      attempt(async ({ manager }) => {
        await manager.streams.purge(stream, { filter: subjectOf(userId), seq: sequence })
      }),
    removeAll: (userId) =>
      attempt(async ({ manager }) => {
        await manager.streams.purge(stream, { filter: subjectOf(userId) })
      }),
    partBytesMax() {
      const payloadMax = nats.connection()?.info?.max_payload ?? PART_BYTES_MAX
      return Math.max(PART_BYTES_MIN, Math.min(PART_BYTES_MAX, payloadMax - OVERHEAD_BYTES))
    },
    async returned(withinMs, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const detach = nats.isConnected() ? () => {} : nats.onConnect(() => resolve())
      const waited = wait(withinMs, undefined, { signal, ref: false }).catch(() => {})
      await Promise.race([promise, waited])
      detach()
    },
  }
}

async function* readParts(consumer: Consumer, lastSequence: number): AsyncIterable<StoredPart> {
  const messages = await consumer.consume({ max_messages: READ_AHEAD })
  let watchdog = setTimeout(() => messages.stop(), PROGRESS_WITHIN_MS)
  try {
    for await (const message of messages) {
      clearTimeout(watchdog)
      if (message.seq > lastSequence) return
      yield { ...decodePart(message.data), sequence: message.seq }
      if (message.seq === lastSequence) return
      watchdog = setTimeout(() => messages.stop(), PROGRESS_WITHIN_MS)
    }
    throw new ReplicaAway()
  } finally {
    clearTimeout(watchdog)
    messages.stop()
    await consumer.delete().catch(() => false)
  }
}

function toAppendError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === JetStreamApiCodes.StreamWrongLastSequence) return new PartRefused({ cause: error })
  if (code !== null && FULL.includes(code) && error instanceof Error) {
    return new StoreFull(error.message, { cause: error })
  }
  return error
}

function codeOf(error: unknown): number | null {
  return error instanceof JetStreamApiError ? error.code : null
}
