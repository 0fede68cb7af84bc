import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadedSession } from '@pitboard/contract/ingest/capture-upload'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { DatabaseError } from 'pg'
import type { AppContext } from '../../context.ts'
import { type CaptureStore, createCaptureStore } from '../captures/capture-store.ts'
import { findUser, nameOf } from '../../accounts/users/queries.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { SessionRow } from '../sessions/store/session-tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isMoreComplete, openSession } from '../sessions/store/session-queries.ts'
import { isSessionLive } from '../ownership/live-sessions.ts'
import type { EventBus } from '../../platform/events/domain-events.ts'
import { lockDeletions } from '../../accounts/auth/users/lock-deletions.ts'
import type { Mutex } from '../../platform/jobs/mutex.ts'
import { diffDocuments, readOwnDocument } from '../sessions/store/session-document.ts'
import { toSessionColumns } from '../sessions/store/session-columns.ts'
import { pruneCapture } from '../sessions/delete-session.ts'
import { fillOutline } from '../outlines/compare-outlines.ts'
import { findTrack } from '../outlines/track-outlines.ts'
import { lockSession, storeRecording } from '../sessions/store-recording.ts'
import type { ReadSession } from './read-upload.ts'
import { isUuid } from '@pitboard/contract/wire/uuid'

const UNIQUE = '23505'

interface StoreContext {
  readonly db: Db
  readonly captures: CaptureStore
  readonly events: EventBus
  readonly inTurn: Mutex
}

export interface StoredUpload {
  readonly id: string
  readonly outcome: UploadedSession['outcome']
}

/**
 * Stores a session of a file as if a recorder had sent it. A file in the upload's `folder`, named by
 * the session's id, has the key of a capture that may have no session after a crash.
 */
export async function storeUploaded(
  context: StoreContext,
  folder: string,
  read: ReadSession,
): Promise<StoredUpload> {
  try {
    return await store(context, folder, read)
  } catch (error) {
    // Another server or a recorder has inserted the row meanwhile.
    if (!(error instanceof DatabaseError && error.code === UNIQUE)) throw error
    return store(context, folder, read)
  }
}

async function store(
  { db, captures, events, inTurn }: StoreContext,
  folder: string,
  { detail, path }: ReadSession,
): Promise<StoredUpload> {
  const user = await findUser(db, detail.userId)
  if (!user) throw new ApiError(401, 'The account no longer exists.')
  const known = await findKnown(db, detail)
  const id = known?.id ?? detail.id
  if (known && (await isSessionLive(db, id))) return { id, outcome: 'live' }
  const stored = known && (await readOwnDocument(known))
  if (stored && hasSameContent(stored, detail) && known.capture_key !== null) {
    return { id, outcome: 'same' }
  }
  if (stored && isMoreComplete(stored, detail)) return { id, outcome: 'kept' }
  const track = await findTrack(db, detail)
  const trackOutline = fillOutline(detail.trackOutline, track?.trackOutline ?? null)
  const document = { ...detail, id, userName: nameOf(user), trackOutline }
  const captureKey = captures.newKey(id, null)
  await writeFile(join(folder, id), captureKey)
  await captures.add(captureKey, createReadStream(path))
  await inTurn(() =>
    db.transaction().execute(async (transaction) => {
      await lockDeletions(transaction, 'session')
      await lockSession(transaction, id)
      const internalSessionId = await openSession(transaction, id, toSessionColumns(document))
      await storeRecording(transaction, { ...document, internalSessionId }, captureKey, {
        isUploaded: true,
        events,
        earlier: stored || undefined,
      })
    }),
  )
  // What is left is removed with the next recording of the session, or with the session.
  await pruneCapture(db, captures, { id, removed: known?.capture_key ?? null }).catch(() => {})
  return { id, outcome: stored ? 'replaced' : 'added' }
}

type Known = Pick<SessionRow, 'id' | 'detail' | 'own_detail' | 'capture_key'>

async function findKnown(db: Db, { userId, sessionId }: SessionDetail): Promise<Known | undefined> {
  return db
    .selectFrom('session')
    .select(['id', 'detail', 'own_detail', 'capture_key'])
    .where('user_id', '=', userId)
    .where('game_session_id', '=', sessionId)
    .where('origin', 'is', null)
    .executeTakeFirst()
}

/**
 * Returns whether two documents have the same content. It ignores clocks, because a file without times ends
 * when it was written, and a copy has another time; and the outline, because other sessions fill what is
 * stored.
 */
function hasSameContent(stored: SessionDetail, detail: SessionDetail): boolean {
  return diffDocuments(ownContent(stored), ownContent(detail)).length === 0
}

function ownContent(session: SessionDetail): unknown {
  const { overtakes, ...rest } = session
  const comparable = {
    ...rest,
    overtakes: overtakes.map((overtake) => ({ ...overtake, utcTime: '' })),
    trackOutline: [],
    id: '',
    internalSessionId: 0,
    userName: '',
    sessionStartTime: '',
    sessionEndTime: '',
  }
  // The stored document lacks the fields that JSON omits.
  return JSON.parse(JSON.stringify(comparable))
}

type CleanupContext = Pick<AppContext, 'db' | 'files' | 'config'>

const RECEIVED_NAME = 'file'

/** Returns the key of the file of an upload as it was received. */
export function uploadKey(id: string): string {
  return `uploads/${id}/${RECEIVED_NAME}`
}

/** Returns where an upload is read, on this machine. */
export function uploadFolder({ config }: Pick<AppContext, 'config'>, id: string): string {
  return join(config.dataDir, 'uploads', id)
}

/** Removes what an attempt to read an upload left; the received file stays. */
export async function resetUpload(context: CleanupContext, uploadId: string): Promise<void> {
  const { db, files } = context
  const folder = uploadFolder(context, uploadId)
  for (const name of await readdir(folder).catch(() => [])) {
    if (name === RECEIVED_NAME) continue
    if (isUuid(name)) {
      const removed = await readFile(join(folder, name), 'utf8')
      await pruneCapture(db, createCaptureStore(files), { id: name, removed })
    }
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Removes an upload's files, and those of its captures that have no session. */
export async function removeUpload(context: CleanupContext, uploadId: string): Promise<void> {
  const { files } = context
  const folder = uploadFolder(context, uploadId)
  await resetUpload(context, uploadId)
  await files.delete(uploadKey(uploadId))
  await rm(folder, { recursive: true, force: true })
}
