import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CaptureNotFound, type CaptureStore } from '../../captures/capture-store.ts'
import type { CapturedDatagram } from '../../captures/capture-format.ts'
import {
  readCaptureFile,
  removeCaptureFile,
  writeCaptureFile,
} from '../../captures/capture-files.ts'
import { deriveSession } from '../../sessions/store/derive-session.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { discardSession, findCaptureKey } from '../../sessions/store/session-queries.ts'
import { pruneCapture } from '../../sessions/delete-session.ts'
import { storeRecording } from '../../sessions/store-recording.ts'
import { nameOf } from '../../../accounts/users/queries.ts'
import { findUser } from '../../../accounts/users/queries.ts'
import { findDataFault } from './task-queue.ts'
import { hasMoreCompleteRecording } from '../../sessions/store/session-queries.ts'
import type { OwnedStream } from '../../ownership/ownership.ts'
import type { RecordingContext } from './recording.ts'
import { ensureSessionRow } from '../../sessions/store/session-queries.ts'
import type { Ending, SessionRecording, StorageContext } from './store-session.ts'

/** All versions use this name on disk. */
const FOLDER = 'aside'
const NAME = /^([0-9a-f-]{36})_(\d+)\.pcap\.zst$/

/**
 * Stores the capture of a session that cannot be stored beside its user's journal. A repetition has no
 * further effect.
 */
export async function quarantineSession(
  { db, captures }: StorageContext,
  owned: OwnedStream,
  journalFolder: string,
  session: SessionRecording,
  ending: Ending,
): Promise<void> {
  await writeCaptureFile(
    join(journalFolder, FOLDER, `${session.id}_${session.tracked.uid}.pcap.zst`),
    datagramsOf({ db, captures }, session, ending),
  )
  await owned.check(db)
  // A session that was stored earlier stays.
  await discardSession(db, session.id)
  await pruneCapture(db, captures, { id: session.id, removed: ending.captureKey })
}

async function* datagramsOf(
  { db, captures }: { readonly db: Db; readonly captures: CaptureStore },
  session: SessionRecording,
  ending: Ending,
): AsyncIterable<CapturedDatagram> {
  const stored = session.captured ? await findCaptureKey(db, session.id) : null
  const key = ending.captureKey ?? stored
  if (key !== null) {
    try {
      yield* captures.read(key)
    } catch (error) {
      if (!(error instanceof CaptureNotFound)) throw error
    }
  }
  if (ending.captureKey === null) yield* ending.datagrams()
}

/** Tries to store the quarantined sessions again; those that fail stay in quarantine. */
export async function storeQuarantined(
  context: RecordingContext,
  userId: string,
  journalFolder: string,
): Promise<void> {
  const folder = join(journalFolder, FOLDER)
  for (const key of await readdir(folder).catch(() => [])) {
    const [, id, uid] = NAME.exec(key) ?? []
    if (id === undefined || uid === undefined || context.roomDirectory.room(id)) continue
    try {
      await storeQuarantinedSession(context, { userId, folder, key, id, uid })
    } catch (error) {
      const fault = findDataFault(error) ?? 'the database or the disk is away'
      context.log.warn({ sessionId: id, fault }, 'A session stays quarantined')
    }
  }
}

async function storeQuarantinedSession(
  { db, captures, events, inTurn }: RecordingContext,
  entry: { userId: string; folder: string; key: string; id: string; uid: string },
): Promise<void> {
  const user = await findUser(db, entry.userId)
  if (!user) return
  const path = join(entry.folder, entry.key)
  const identity = {
    id: entry.id,
    internalSessionId: 0,
    userId: entry.userId,
    userName: nameOf(user),
  }
  const derived = await deriveSession(readCaptureFile(path), entry.uid, identity)
  if (!derived) return
  const { detail } = derived
  let written: { readonly id: string; readonly removed: string } | null = null
  try {
    const row = await ensureSessionRow(db, entry.id, detail)
    if (!(await hasMoreCompleteRecording(db, row.id, detail))) {
      const captureKey = captures.newKey(row.id, null)
      written = { id: row.id, removed: captureKey }
      await captures.write(captureKey, readCaptureFile(path))
      const document = { ...detail, ...row }
      await inTurn(() => storeRecording(db, document, captureKey, { isUploaded: false, events }))
    }
  } catch (error) {
    await discardSession(db, entry.id)
    if (written) await pruneCapture(db, captures, written)
    throw error
  }
  await removeCaptureFile(path)
}
