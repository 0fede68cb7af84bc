import type { FastifyInstance } from 'fastify'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { AppContext } from '../../../context.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { setAttachmentHeader } from '../../../platform/http/headers.ts'
import { toCsv } from '../../../platform/http/csv.ts'
import { type SheetTable, workbookOf, XLSX_TYPE } from '../../../platform/http/workbook.ts'
import { route } from '../../../accounts/access/route.ts'
import { createCaptureStore } from '../../captures/capture-store.ts'
import { getRecordedSession } from '../store/session-queries.ts'

const SOURCES = { hand: 'entered by hand', document: 'sent as a document' } as const

/**
 * Returns the classification. Times are milliseconds and enumerations the numbers of the API, because the
 * table is for programs too.
 */
function classificationTable({ drivers, origin }: RecordedSession): SheetTable {
  const [sourceHead, source] = origin ? [['Source'], [SOURCES[origin]]] : [[], []]
  const head = [
    'Position',
    'Car',
    'Driver',
    'Team',
    'Grid',
    'Laps',
    'Race time ms',
    'Penalties s',
    'Best lap ms',
    'Best sector 1 ms',
    'Best sector 2 ms',
    'Best sector 3 ms',
    'Stops',
    'Result status',
    'Driver index',
    ...sourceHead,
  ]
  const ordered = drivers.toSorted((a, b) => placeOf(a) - placeOf(b))
  const rows = ordered.map((driver) => [
    driver.position,
    driver.carNumber,
    driver.name,
    driver.team,
    driver.startingPosition,
    driver.numberOfLaps,
    driver.totalRaceTime,
    driver.totalPenaltiesSeconds,
    driver.bestLapTimeMs,
    driver.bestSector1TimeMs,
    driver.bestSector2TimeMs,
    driver.bestSector3TimeMs,
    driver.pitStops.length,
    driver.resultStatus,
    driver.driverIdx,
    ...source,
  ])
  return { name: 'Classification', rows: [head, ...rows] }
}

function lapsTable({ drivers }: RecordedSession): SheetTable {
  const head = [
    'Driver',
    'Lap',
    'Lap time ms',
    'Sector 1 ms',
    'Sector 2 ms',
    'Sector 3 ms',
    'Valid',
    'Driver index',
  ]
  const rows = drivers.flatMap(({ name, driverIdx, lapTimes }) =>
    lapTimes.map((lap, index) => [
      name,
      index + 1,
      lap.lapTime,
      lap.sector1Time,
      lap.sector2Time,
      lap.sector3Time,
      lap.invalidLap ? 'no' : 'yes',
      driverIdx,
    ]),
  )
  return { name: 'Laps', rows: [head, ...rows] }
}

function stintsTable({ drivers }: RecordedSession): SheetTable {
  const head = ['Driver', 'Stint', 'Compound', 'Actual compound', 'Last lap', 'Driver index']
  const rows = drivers.flatMap(({ name, driverIdx, tyres }) =>
    tyres.map(({ tyreCompound, actualTyreCompound, endLap }, index) => [
      name,
      index + 1,
      tyreCompound,
      actualTyreCompound,
      endLap,
      driverIdx,
    ]),
  )
  return { name: 'Stints', rows: [head, ...rows] }
}

function penaltiesTable({ drivers }: RecordedSession): SheetTable {
  const head = ['Driver', 'Lap', 'Session time ms', 'Penalty', 'Infringement', 'Seconds']
  const rows = drivers.flatMap(({ name, penalties }) =>
    penalties.map((penalty) => [
      name,
      penalty.lapNum,
      penalty.penaltyIssuedTime,
      penalty.penaltyType,
      penalty.infringementType,
      penalty.penaltyTime,
    ]),
  )
  return { name: 'Penalties', rows: [head, ...rows] }
}

function placeOf({ position }: RecordedSession['drivers'][number]): number {
  return position ?? Number.POSITIVE_INFINITY
}

/** Serves a session as files to download. */
export function registerExports(app: FastifyInstance, { db, files }: AppContext): void {
  const captures = createCaptureStore(files)
  route(app, sessions.export, async ({ params: { sessionId: id }, query, reply }) => {
    const { format = 'csv', table = 'classification' } = query
    const session = await getRecordedSession(db, id)
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
      return reply.type(XLSX_TYPE).send(await workbookOf(tables.map((make) => make(session))))
    }
    setAttachmentHeader(reply, `${name} ${table}`, 'csv')
    const { rows } = table === 'laps' ? lapsTable(session) : classificationTable(session)
    return reply.type('text/csv; charset=utf-8').send(toCsv(rows))
  })

  route(app, sessions.capture, async ({ user, params: { sessionId: id }, reply }) => {
    const session = await db
      .selectFrom('session')
      .select(['user_id', 'capture_key', 'track_name', 'started_at'])
      .where('id', '=', id)
      .where('status', '=', 'recorded')
      .executeTakeFirst()
    if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
    if (session.user_id !== user.userId) {
      throw new ApiError(403, 'Only the user who recorded a session can download its capture.')
    }
    const capture = session.capture_key === null ? null : await captures.open(session.capture_key)
    if (!capture) throw new ApiError(404, 'The session has no capture.')
    setAttachmentHeader(
      reply,
      `${session.track_name} ${session.started_at.toISOString().slice(0, 10)}`,
      'pcap.zst',
    )
    reply.headers({ 'cache-control': 'private, no-cache', 'content-length': capture.bytes })
    return reply.type('application/zstd').send(capture.content)
  })
}
