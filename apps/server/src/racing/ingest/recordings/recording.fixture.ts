import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Datagram } from '@pitboard/telemetry/decode'
import { Registry } from 'prom-client'
import { Value } from 'typebox/value'
import { createCaptureStore, type CaptureStore } from '../../captures/capture-store.ts'
import { createFolderFiles } from '../../../platform/files/folder-files.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { createRoomDirectory, type RoomDirectory } from '../../live/rooms/room-directory.ts'
import type { Timelines } from '../../live/timelines/timelines.ts'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { readOwnDocument } from '../../sessions/store/session-document.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { createDatabaseOwnership } from '../../ownership/database-ownership.ts'
import { createOwnershipMetrics } from '../../ownership/metrics.ts'
import type { Ownership } from '../../ownership/ownership.ts'
import { NO_TRACING } from '../../../platform/tracing/tracing.ts'
import { createLoneReplica, type JournalReplica } from '../journal/journal-replica.ts'
import { createEventBus } from '../../../platform/events/domain-events.ts'
import { createMutex } from '../../../platform/jobs/mutex.ts'
import { createIngestMetrics } from './metrics.ts'
import { openRecording } from './open-recording.ts'
import type { PendingTotal } from './session-limits.ts'
import { storeQuarantined } from './quarantine.ts'
import type { Recording } from './recording.ts'

/** The journal and captures of a world lie in folders of its own. */
export interface World {
  readonly userId: string
  readonly dataDir: string
  readonly folder: string
  readonly roomDirectory: RoomDirectory
  readonly captures: CaptureStore
  readonly captureOf: (id: string) => Buffer
  open(): Promise<Recording>
  /** Does what a start of the server does with quarantined sessions. */
  storeQuarantined(): Promise<void>
}

export interface WorldOptions {
  /** The user exists already. */
  readonly known?: string
  /** Names the DATA_DIR of another world, which this one continues. */
  readonly dataDir?: string
  readonly nowMs?: () => number
  /** The recording sees these in place of the real ones. */
  readonly db?: Db
  readonly pendingTotal?: PendingTotal
  readonly ownership?: Ownership
  readonly replica?: JournalReplica
  readonly timelines?: Timelines
  readonly captures?: (real: CaptureStore) => CaptureStore
}

export async function createWorld(
  t: TestContext,
  db: Db,
  options: WorldOptions = {},
): Promise<World> {
  const { known, nowMs = Date.now, captures: seen = (real) => real } = options
  const root = options.dataDir ?? mkdtempSync(join(tmpdir(), 'pitboard-recording-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const userId = known ?? randomUUID()
  if (!known) await insertUser(db, { id: userId, username: userId })
  const folder = join(root, 'ingest', userId)
  const roomDirectory = createRoomDirectory(nowMs, { timelines: options.timelines ?? null })
  const captures = createCaptureStore(createFolderFiles(root))
  const context = {
    db: options.db ?? db,
    roomDirectory,
    captures: seen(captures),
    log: createLog('silent'),
    nowMs,
    events: createEventBus(),
    inTurn: createMutex(),
    replica: options.replica ?? createLoneReplica(),
    tracing: NO_TRACING,
    pendingTotal: options.pendingTotal ?? { count: 0 },
    stopping: new AbortController().signal,
  }
  const ownership = options.ownership ?? (await startOwnership(db))
  return {
    userId,
    dataDir: root,
    folder,
    roomDirectory,
    captures,
    captureOf(id) {
      const folder = join(root, 'captures', id)
      return readFileSync(join(folder, ...readdirSync(folder)))
    },
    async open() {
      const owned = await ownership.claim(userId)
      const metrics = createIngestMetrics(new Registry())
      const recording = await openRecording({ ...context, metrics }, owned, folder)
      return {
        ...recording,
        async close() {
          await recording.close()
          await ownership.release(owned)
        },
      }
    },
    storeQuarantined: () =>
      storeQuarantined(
        { ...context, metrics: createIngestMetrics(new Registry()) },
        userId,
        folder,
      ),
  }
}

/** Starts a node of its own. */
export async function startOwnership(
  db: Db,
  dataFolder: string = randomUUID(),
): Promise<Ownership> {
  const log = createLog('silent')
  const metrics = createOwnershipMetrics(new Registry())
  const node = { id: randomUUID(), dataFolder, runFolder: null, worker: null, workers: 1 }
  const ownership = createDatabaseOwnership({ db, log, metrics, node })
  await ownership.start({ host: null, tcpPort: 1 })
  return ownership
}

/** Pushes the datagrams from one place to before another, numbered from 1. */
export function push(
  recording: Recording,
  streamId: string,
  sent: readonly Datagram[],
  from = 0,
  to = sent.length,
): void {
  const stream = recording.stream(streamId)
  for (let place = from; place < to; place++) {
    const datagram = sent[place]
    if (datagram) recording.push(stream, place + 1, datagram.atMs, datagram.bytes)
  }
}

/** Returns the only stored session of the user, as their recording alone has it. */
export async function storedSession(db: Db, userId: string): Promise<SessionDetail> {
  const [detail, ...others] = await storedSessions(db, userId)
  assert.ok(detail)
  assert.equal(others.length, 0)
  return detail
}

export async function storedSessions(db: Db, userId: string): Promise<SessionDetail[]> {
  const rows = await db
    .selectFrom('session')
    .select(['detail', 'own_detail'])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .execute()
  return Promise.all(
    rows.map(async (row) => Value.Parse(SessionDetail, await readOwnDocument(row))),
  )
}
