import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/diagnostics/errors.ts'
import { setAttachmentHeader } from '../../../platform/http/attachment-header.ts'
import { toCsv } from '../../../platform/http/csv.ts'
import { route } from '../../../accounts/access/route.ts'
import { readRecordedSession } from '../store/session-document.ts'
import { classificationTable, lapsTable, penaltiesTable, stintsTable } from './export-tables.ts'
import { findDetail } from '../store/session-queries.ts'
import { workbookOf } from './export-tables.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A session as files to keep. */
export function registerExports(app: FastifyInstance, { db, config }: AppContext): void {
  route(app, sessions.export, async ({ params: { id }, query, reply }) => {
    const { format = 'csv', table = 'classification' } = query
    const session = await getRecorded(db, id)
    const name = `${session.trackName} ${session.sessionStartTime.slice(0, 10)}`
    reply.header('cache-control', 'no-cache')
    if (format === 'json') {
      setAttachmentHeader(reply, name, 'json')
      const text = JSON.stringify(session, null, 2)
      return reply.type('application/json; charset=utf-8').send(text)
    }
    if (format === 'xlsx') {
      setAttachmentHeader(reply, name, 'xlsx')
      const tables = [classificationTable, lapsTable, stintsTable, penaltiesTable]
      return reply.type(XLSX).send(await workbookOf(tables.map((make) => make(session))))
    }
    setAttachmentHeader(reply, `${name} ${table}`, 'csv')
    const { rows } = table === 'laps' ? lapsTable(session) : classificationTable(session)
    return reply.type('text/csv; charset=utf-8').send(toCsv(rows))
  })

  route(app, sessions.capture, async ({ user, params: { id }, reply }) => {
    const session = await db
      .selectFrom('session')
      .select(['user_id', 'capture_key', 'track_name', 'started_at'])
      .where('id', '=', id)
      .where('status', '=', 'recorded')
      .executeTakeFirst()
    if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
    if (session.user_id !== user.userId) {
      throw new ApiError(403, 'Only who recorded a session has its capture.')
    }
    const path = session.capture_key && join(config.dataDir, 'captures', session.capture_key)
    const file = path && (await stat(path).catch(() => null))
    if (!path || !file) throw new ApiError(404, 'The session has no capture.')
    setAttachmentHeader(
      reply,
      `${session.track_name} ${session.started_at.toISOString().slice(0, 10)}`,
      'pcap.zst',
    )
    reply.headers({ 'cache-control': 'private, no-cache', 'content-length': file.size })
    return reply.type('application/zstd').send(createReadStream(path))
  })
}

async function getRecorded(db: Db, id: string): Promise<RecordedSession> {
  const found = await findDetail(db, id)
  const session = found?.detail && (await readRecordedSession(found.detail))
  if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
  return session
}
