import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql, type QueryExecutorProvider } from 'kysely'

const COLUMNS = [
  'number_of_laps',
  'game_version',
  'packet_format',
  'is_multiplayer',
  'start_track_temp',
  'start_air_temp',
  'start_weather',
]
const AT_ONCE = 200
const FINISHED = 3

/**
 * What nobody knows of a session is null. Results entered by hand were stored with values that nobody
 * had given: they become null, in the columns and in the documents.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const column of COLUMNS) {
    await sql`alter table session alter column ${sql.ref(column)} drop not null`.execute(db)
  }
  let lastId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Row>`
      select id, detail, extract(year from started_at at time zone 'UTC')::int as year from session
      where origin = 'hand' and status = 'recorded' and id > ${lastId}
      order by id limit ${AT_ONCE}`.execute(db)
    for (const row of rows) await repair(db, row)
    const last = rows.at(-1)
    if (!last) return
    lastId = last.id
  }
}

interface Row {
  readonly id: string
  readonly detail: Buffer
  readonly year: number
}

type Fields = Record<string, unknown>

async function repair(db: QueryExecutorProvider, { id, detail, year }: Row): Promise<void> {
  const document = readDocument(detail)
  if (!document) return
  const repaired = withoutClaims(document, year)
  const json = JSON.stringify(repaired)
  const etag = createHash('sha256').update(json).digest('base64url').slice(0, 27)
  await sql`
    update session set detail = ${gzipSync(json, { level: 9 })}, detail_etag = ${etag},
      ended_at = ${repaired['sessionEndTime']},
      game_version = ${repaired['gameVersion']}, packet_format = ${repaired['packetFormat']},
      is_multiplayer = ${repaired['isMultiplayer']},
      start_track_temp = ${repaired['startTrackTemp']},
      start_air_temp = ${repaired['startAirTemp']}, start_weather = ${repaired['startWeather']}
    where id = ${id}`.execute(db)
}

function readDocument(detail: Buffer): Fields | undefined {
  try {
    return JSON.parse(gunzipSync(detail).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Removes the values that older versions put in place of unknown ones. */
function withoutClaims(document: Fields, year: number): Fields {
  const isColdStart = document['startTrackTemp'] === 0 && document['startAirTemp'] === 0
  const isCold = document['trackTemp'] === 0 && document['airTemp'] === 0
  const isInstant = document['sessionEndTime'] === document['sessionStartTime']
  return {
    ...document,
    ...nullWhere(document, (value) => value === 0, [
      'timeOfDay',
      'trackLength',
      'sessionDuration',
      'numberOfSafetyCars',
      'numberOfVirtualSafetyCars',
      'numberOfRedFlags',
    ]),
    ...nullWhere(document, (value) => value === year, ['gameVersion', 'packetFormat']),
    ...nullWhere(document, (value) => value === true, ['isMultiplayer']),
    ...nullWhere(document, () => isColdStart, ['startTrackTemp', 'startAirTemp', 'startWeather']),
    ...nullWhere(document, () => isCold, ['trackTemp', 'airTemp', 'weather']),
    ...nullWhere(document, () => isInstant, ['sessionEndTime']),
    drivers: driversOf(document).map((driver) => ({
      ...driver,
      ...nullWhere(driver, (value) => value === 0, ['carNumber']),
      ...nullWhere(driver, (value) => value === 0 && driver['resultStatus'] === FINISHED, [
        'numberOfLaps',
      ]),
    })),
  }
}

function nullWhere(
  fields: Fields,
  isClaim: (value: unknown) => boolean,
  names: readonly string[],
): Fields {
  return Object.fromEntries(
    names.map((name) => [name, isClaim(fields[name]) ? null : (fields[name] ?? null)]),
  )
}

function driversOf({ drivers }: Fields): Fields[] {
  return Array.isArray(drivers) ? drivers : []
}
