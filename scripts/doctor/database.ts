import type { Config } from '@pitboard/server/platform/config/config'
import { connectionsOfServer } from '@pitboard/server/platform/db/check-connections'
import { runningDatabaseUrl } from '@pitboard/server/platform/db/embedded/data-location'
import { Client } from 'pg'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { advise, type Finding, good, reasonOf, warn } from './finding.ts'

const SUBJECT = 'database'
const CONNECT_MS = 5_000
const VERSION_MIN = 150_000
/** Leases and codes compare the clock of the database with that of the server. */
const CLOCK_MS_MAX = 2_000

const State = Type.Object({
  version: Type.Integer(),
  encoding: Type.String(),
  atMs: Type.Number(),
  connections: Type.Integer(),
  mayCreate: Type.Boolean(),
})
const QUERY = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding,
  extract(epoch from clock_timestamp())::float8 * 1000 as "atMs",
  current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int as connections,
  has_database_privilege(current_database(), 'create') as "mayCreate"`

export async function examineDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir, workers } = config
  const url = databaseUrl ?? runningDatabaseUrl(dataDir)
  if (url === null) return [good(SUBJECT, 'the embedded PostgreSQL starts with the server')]
  const place = databaseUrl === null ? 'embedded' : new URL(databaseUrl).host
  try {
    const { state, clockMs } = await readState(url)
    const needed = connectionsOfServer(workers)
    const findings = [good(SUBJECT, `PostgreSQL ${Math.floor(state.version / 10_000)}, ${place}`)]
    if (state.version < VERSION_MIN) {
      findings.push(warn(SUBJECT, 'PostgreSQL is older than 15', 'Update it to a newer version.'))
    }
    if (state.encoding !== 'UTF8') {
      findings.push(
        warn(SUBJECT, `the encoding is ${state.encoding}`, 'Create the database with UTF8.'),
      )
    }
    if (!state.mayCreate) {
      findings.push(
        warn(
          SUBJECT,
          'the user of DATABASE_URL may not create the schema',
          'Make that user the owner of the database.',
        ),
      )
    }
    if (state.connections < needed) {
      findings.push(
        advise(
          SUBJECT,
          `it allows ${state.connections} connections, and the server may need ${needed}`,
          'Raise max_connections, or lower WORKERS.',
        ),
      )
    }
    findings.push(examineClock(clockMs))
    return findings
  } catch (error) {
    return [
      warn(
        SUBJECT,
        `${place} does not answer as it should (${reasonOf(error)})`,
        'Check host, port, user, password and name in DATABASE_URL, and that the database exists.',
      ),
    ]
  }
}

async function readState(url: string): Promise<{ state: Static<typeof State>; clockMs: number }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const before = Date.now()
    const { rows } = await client.query(QUERY)
    const state = Value.Parse(State, rows[0])
    // The database is taken to have read its clock in the middle of the call.
    return { state, clockMs: state.atMs - (before + Date.now()) / 2 }
  } finally {
    await client.end().catch(() => {})
  }
}

function examineClock(offMs: number): Finding {
  const off = `${Math.round(Math.abs(offMs) / 1000)} s`
  if (Math.abs(offMs) <= CLOCK_MS_MAX) return good('clock', 'agrees with the database')
  return warn(
    'clock',
    `the clocks of this machine and of the database are ${off} apart`,
    'Let both follow a time server (systemd-timesyncd, chrony).',
  )
}
