import { createHash } from 'node:crypto'
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

/** Electing a leader takes longer; the request is repeated then. */
const ANSWER_WITHIN_MS = 2_000
/** A reader gives up if no part comes for this long. */
const PROGRESS_WITHIN_MS = 10_000
/** Parts of a journal that are read ahead take 16 MB of memory at most. */
const READ_AHEAD = 64
/** No journal is needed for this long; parts that nobody removes expire then. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000
/** A recorder sends this many batches in a day. */
const PARTS_PER_USER_MAX = 500_000
/** A message has this many bytes beside its part; what does not compress grows a little. */
const OVERHEAD_BYTES = 4 * 1024
const PART_BYTES_MIN = 4 * 1024
const REPLICAS_IN_CLUSTER = 3
/**
 * Each stream has one leader, which takes some 5,000 parts a second. A change of the number needs another name
 * for the streams, since the journals of users would be looked for elsewhere.
 */
const STREAMS = 16

/** All limits of the stream can be changed later. */
const LIMITS = {
  // A full stream refuses: a part that is acknowledged must not be removed.
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_msgs_per_subject: PARTS_PER_USER_MAX,
  max_msg_size: 2 * PART_BYTES_MAX,
  max_age: nanos(MAX_AGE_MS),
}

/** The JetStream API answers with these codes where JetStream is off. */
const OFF: readonly number[] = [10_039, 10_076]
const NO_REPLICAS_WITHOUT_CLUSTER = 10_074
/** Beside each code stands the text that JetStream sends with it. */
const FULL: readonly number[] = [
  10_002, // resources of the account exceeded
  10_023, // insufficient resources
  10_028, // resources exceeded
  10_047, // storage resources exceeded
  10_077, // limit of messages, bytes, or messages per subject
]

export interface JetStreamPartsOptions {
  readonly nats: Nats
  /** Null stands for three in a cluster, and one otherwise. */
  readonly replicas: number | null
}

interface Access {
  readonly connection: NatsConnection
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
}

/** Returns whether NATS answers and has no JetStream; false while NATS is away. */
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

/** The parts of a user are in this stream, below this subject. */
interface Place {
  readonly stream: string
  /** This wildcard matches the subjects of all users of the stream. */
  readonly subjects: string
  readonly subject: string
}

/** The users of an installation share streams; each has a subject of their own. */
export function createJetStreamParts({ nats, replicas }: JetStreamPartsOptions): PartStore {
  const base = `${nats.prefix.replaceAll('.', '_')}journal`
  let access: Access | null = null
  /** These streams are known to exist and are not looked up again; a stream leaves the map after an error. */
  const ensured = new Map<string, Promise<void>>()
  /** An earlier version began the journals of these users, all in one stream, and they are not over yet. */
  const inEarlierStream = new Set<string>()

  function placeOf(userId: string): Place {
    if (inEarlierStream.has(userId)) return earlierPlaceOf(userId)
    const number = createHash('sha256').update(userId).digest().readUInt8() % STREAMS
    const path = `${nats.prefix}journal.${number}`
    return { stream: `${base}_${number}`, subjects: `${path}.*`, subject: `${path}.${userId}` }
  }

  function earlierPlaceOf(userId: string): Place {
    const path = `${nats.prefix}journal`
    return { stream: base, subjects: `${path}.*`, subject: `${path}.${userId}` }
  }

  async function open(): Promise<Access> {
    const connection = nats.connection()
    if (!connection || !nats.isConnected()) throw new ReplicaAway()
    const opened = access?.connection === connection ? access : await createAccess(connection)
    if (opened !== access) ensured.clear()
    access = opened
    return opened
  }

  async function openStream(place: Place): Promise<Access> {
    const opened = await open()
    const ensuring = ensured.get(place.stream) ?? ensureStream(opened.manager, place)
    ensured.set(place.stream, ensuring)
    try {
      await ensuring
    } catch (error) {
      ensured.delete(place.stream)
      throw error
    }
    return opened
  }

  async function ensureStream(manager: JetStreamManager, place: Place): Promise<void> {
    try {
      const { config } = await manager.streams.info(place.stream)
      const wanted = { ...LIMITS, ...(replicas !== null && { num_replicas: replicas }) }
      const found = new Map<string, unknown>(Object.entries(config))
      // A stream that an earlier version has made gets the limits of this one.
      const isOther = Object.entries(wanted).some(([name, value]) => found.get(name) !== value)
      if (isOther) await manager.streams.update(place.stream, wanted)
    } catch (error) {
      if (codeOf(error) !== JetStreamApiCodes.StreamNotFound) throw error
      await addStream(manager, place, replicas ?? REPLICAS_IN_CLUSTER)
    }
  }

  async function addStream(manager: JetStreamManager, place: Place, count: number): Promise<void> {
    try {
      await manager.streams.add({
        name: place.stream,
        description: 'Journals of the telemetry that servers receive',
        subjects: [place.subjects],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        ...LIMITS,
        num_replicas: count,
      })
    } catch (error) {
      if (replicas !== null || codeOf(error) !== NO_REPLICAS_WITHOUT_CLUSTER) throw error
      await addStream(manager, place, 1)
    }
  }

  /** After an error the stream may be gone. */
  async function attempt<T>(
    place: Place,
    work: (opened: Access, place: Place) => Promise<T>,
  ): Promise<T> {
    const opened = await openStream(place)
    try {
      return await work(opened, place)
    } catch (error) {
      if (codeOf(error) !== JetStreamApiCodes.StreamWrongLastSequence) ensured.delete(place.stream)
      throw error
    }
  }

  /** A journal stays in the stream in which it was begun, for all servers, until nothing of it is left. */
  async function findEarlier(userId: string): Promise<StoredPart | null> {
    const { manager } = await open()
    const last = await readLast(manager, earlierPlaceOf(userId)).catch((error: unknown) => {
      if (codeOf(error) === JetStreamApiCodes.StreamNotFound) return null
      throw error
    })
    if (last === null) inEarlierStream.delete(userId)
    else inEarlierStream.add(userId)
    return last
  }

  async function purge(userId: string): Promise<void> {
    await attempt(placeOf(userId), async ({ manager }, { stream, subject }) => {
      await manager.streams.purge(stream, { filter: subject })
    })
  }

  return {
    append: (userId, part, lastSequence) =>
      attempt(placeOf(userId), async ({ client }, { subject }) => {
        try {
          const options = { expect: { lastSubjectSequence: lastSequence } }
          return (await client.publish(subject, encodePart(part), options)).seq
        } catch (error) {
          throw toAppendError(error)
        }
      }),
    findLast: async (userId) =>
      (await findEarlier(userId)) ??
      attempt(placeOf(userId), ({ manager }, place) => readLast(manager, place)),
    async *read(userId, after, lastSequence) {
      const { stream, subject } = placeOf(userId)
      const { client } = await open()
      const filter = { filter_subjects: subject, opt_start_seq: after + 1 }
      const consumer = await client.consumers.get(stream, filter)
      yield* readParts(consumer, lastSequence)
    },
    removeBefore: (userId, sequence) =>
      attempt(placeOf(userId), async ({ manager }, { stream, subject }) => {
        await manager.streams.purge(stream, { filter: subject, seq: sequence })
      }),
    async removeAll(userId) {
      if (await findEarlier(userId)) {
        await purge(userId)
        inEarlierStream.delete(userId)
      }
      await purge(userId)
    },
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

/** Returns the newest part. The leader answers, so that the newest part is not missed. */
async function readLast(
  manager: JetStreamManager,
  { stream, subject }: Place,
): Promise<StoredPart | null> {
  const found = await manager.streams.getMessage(stream, { last_by_subj: subject })
  return found && { ...decodePart(found.data), sequence: found.seq }
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
