import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadedSession } from '@pitboard/contract/capture-upload'
import type { SessionDetail } from '@pitboard/contract/session'
import { DatabaseError } from 'pg'
import { findUser, nameOf } from '../../accounts/users/queries.ts'
import type { Db, SessionRow } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { syncFolder } from '../../platform/files/sync-folder.ts'
import type { InTurn } from '../../platform/jobs/mutex.ts'
import { changesBetween } from '../sessions/changes.ts'
import { columnsOf } from '../sessions/columns.ts'
import { ownDocument } from '../sessions/document.ts'
import { isFuller } from '../sessions/more-complete.ts'
import { openSession } from '../sessions/queries.ts'
import { lockSession, storeRecording } from '../sessions/store-recording.ts'
import type { ReadSession } from './read-upload.ts'

const UNIQUE = '23505'

export interface StoreContext {
  readonly db: Db
  readonly captureFolder: string
  readonly isLive: (sessionId: string) => boolean
  readonly inTurn: InTurn
}

export interface Stored {
  readonly id: string
  readonly outcome: UploadedSession['outcome']
}

/**
 * Stores what a file says of a session as if a recorder had sent it. `folder` is the upload's: a
 * file there with the session's id tells, after a crash, which capture may have no session.
 */
export async function storeUploaded(
  context: StoreContext,
  folder: string,
  read: ReadSession,
): Promise<Stored> {
  try {
    return await store(context, folder, read)
  } catch (error) {
    // Another server or a recorder was faster: now there is a row.
    if (!(error instanceof DatabaseError && error.code === UNIQUE)) throw error
    return store(context, folder, read)
  }
}

async function store(
  { db, captureFolder, isLive, inTurn }: StoreContext,
  folder: string,
  { detail, path }: ReadSession,
): Promise<Stored> {
  const user = await findUser(db, detail.userId)
  if (!user) throw new ApiError(401, 'The account is gone.')
  const known = await findKnown(db, detail)
  const id = known?.id ?? detail.id
  if (known && isLive(id)) return { id, outcome: 'live' }
  const stored = known && (await ownDocument(known))
  if (stored && saysTheSame(stored, detail) && known.capture_key !== null) {
    return { id, outcome: 'same' }
  }
  if (stored && isFuller(stored, detail)) return { id, outcome: 'kept' }
  const captureKey = `${id}.pcap.zst`
  await writeFile(join(folder, id), '')
  const document = { ...detail, id, userName: nameOf(user) }
  await inTurn(() =>
    db.transaction().execute(async (transaction) => {
      await lockSession(transaction, id)
      await rename(path, join(captureFolder, captureKey))
      await syncFolder(captureFolder)
      const internalSessionId = await openSession(transaction, id, columnsOf(document))
      await storeRecording(transaction, { ...document, internalSessionId }, captureKey)
    }),
  )
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

/** Clocks aside: a file without times ends when it was written, and that a copy forgets. */
function saysTheSame(stored: SessionDetail, detail: SessionDetail): boolean {
  return changesBetween(withoutClock(stored), withoutClock(detail)).length === 0
}

function withoutClock(session: SessionDetail): unknown {
  const { overtakes, ...rest } = session
  const said = {
    ...rest,
    overtakes: overtakes.map((overtake) => ({ ...overtake, utcTime: '' })),
    ...{ id: '', internalSessionId: 0, userName: '', sessionStartTime: '', sessionEndTime: '' },
  }
  // As it is stored: what JSON leaves out is no change.
  return JSON.parse(JSON.stringify(said))
}
