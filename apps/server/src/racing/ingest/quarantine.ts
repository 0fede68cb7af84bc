import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findUser, nameOf } from '../../accounts/users/queries.ts'
import {
  type CapturedDatagram,
  type CaptureStore,
  createFolderCaptures,
} from '../captures/capture-store.ts'
import { CaptureGone } from '../captures/read-stored-capture.ts'
import { deriveSession } from '../sessions/derive.ts'
import { hasFullerRecording } from '../sessions/more-complete.ts'
import { discardSession } from '../sessions/queries.ts'
import { storeRecording } from '../sessions/store-recording.ts'
import { dataFaultOf } from './data-fault.ts'
import type { RecordingContext } from './recording.ts'
import { ensureSessionRow } from './session-row.ts'
import type { Ending, KeptSession, StorageContext } from './session-storage.ts'

const FOLDER = 'aside'
const NAME = /^([0-9a-f-]{36})_(\d+)\.pcap\.zst$/

/** Keeps what came of a session that can't be stored beside its user's journal; may be done again. */
export async function setAside(
  { db, captures }: StorageContext,
  journalFolder: string,
  session: KeptSession,
  ending: Ending,
): Promise<void> {
  const aside = createFolderCaptures(join(journalFolder, FOLDER))
  await aside.write(
    `${session.id}_${session.tracked.uid}`,
    datagramsOf(captures, session, ending),
    false,
  )
  await dropUnstored({ db, captures }, session.id)
}

/** Of a session that could not be stored nothing stays behind; one that was stored before is kept. */
async function dropUnstored(
  { db, captures }: Pick<StorageContext, 'db' | 'captures'>,
  id: string,
): Promise<void> {
  await discardSession(db, id)
  const stored = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
  if (!stored) await captures.remove(`${id}.pcap.zst`)
}

async function* datagramsOf(
  captures: CaptureStore,
  session: KeptSession,
  ending: Ending,
): AsyncIterable<CapturedDatagram> {
  if (session.captured || ending.captureKey !== null) {
    try {
      yield* captures.read(ending.captureKey ?? `${session.id}.pcap.zst`)
    } catch (error) {
      if (!(error instanceof CaptureGone)) throw error
    }
  }
  if (ending.captureKey === null) yield* ending.datagrams()
}

/** Tries the sessions that were set aside once more; what still can't be stored stays there. */
export async function storeSetAside(
  context: RecordingContext,
  userId: string,
  journalFolder: string,
): Promise<void> {
  const folder = join(journalFolder, FOLDER)
  for (const key of await readdir(folder).catch(() => [])) {
    const [, id, uid] = NAME.exec(key) ?? []
    if (id === undefined || uid === undefined || context.hub.room(id)) continue
    try {
      await storeOne(context, { userId, folder, key, id, uid })
    } catch (error) {
      const fault = dataFaultOf(error) ?? 'the database or the disk is away'
      context.log.warn({ sessionId: id, fault }, 'A session stays set aside')
    }
  }
}

async function storeOne(
  { db, captures, inTurn }: RecordingContext,
  of: { userId: string; folder: string; key: string; id: string; uid: string },
): Promise<void> {
  const user = await findUser(db, of.userId)
  if (!user) return
  const aside = createFolderCaptures(of.folder)
  const identity = { id: of.id, internalSessionId: 0, userId: of.userId, userName: nameOf(user) }
  const detail = await deriveSession(aside.read(of.key), of.uid, identity)
  if (!detail) return
  try {
    const row = await ensureSessionRow(db, of.id, detail)
    if (!(await hasFullerRecording(db, row.id, detail))) {
      const captureKey = await captures.write(row.id, aside.read(of.key), false)
      await inTurn(() => storeRecording(db, { ...detail, ...row }, captureKey))
    }
  } catch (error) {
    await dropUnstored({ db, captures }, of.id)
    throw error
  }
  await aside.remove(of.key)
}
