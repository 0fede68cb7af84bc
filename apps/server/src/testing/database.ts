import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { migrate } from '../platform/db/migrate.ts'
import { connect } from '../platform/db/open.ts'
import type { Db } from '../platform/db/tables.ts'
import { startTestCluster, type TestCluster } from './cluster.ts'

export interface TestDatabase {
  readonly db: Db
  readonly url: string
  /** Drops it with all its connections. */
  close(): Promise<void>
}

/** Opens a new database with the newest schema, empty, on the named server or the cluster of this run. */
export async function openTestDatabase(server?: string): Promise<TestDatabase> {
  return createDatabase(server ?? (await clusterUrl()), ensureTemplate)
}

/** Opens a new database without a schema. */
export async function openBareDatabase(): Promise<TestDatabase> {
  return createDatabase(await clusterUrl(), async () => 'template0')
}

async function createDatabase(
  cluster: string,
  templateFor: (admin: Client, cluster: string) => Promise<string>,
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withAdmin(cluster, async (admin) => {
    const template = await templateFor(admin, cluster)
    await admin.query(`create database ${name} template ${template}`)
  })
  const url = databaseUrl(cluster, name)
  const db = connect(url, () => {})
  return {
    db,
    url,
    close: async () => {
      await db.destroy()
      await withAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

let own: Promise<TestCluster> | undefined
// The test runner's own hooks run in the order in which files set them, but this has to come last.
process.once('beforeExit', () => void own?.then((cluster) => cluster.stop()))

async function clusterUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return given
  own ??= startTestCluster()
  return (await own).url
}

/** The schema is made once for all test files, then copied. */
async function ensureTemplate(admin: Client, cluster: string): Promise<string> {
  const name = `pitboard_template_${migrationsHash()}`
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  if (rowCount === 1) return name
  const unfinished = `${name}_new`
  await admin.query(`drop database if exists ${unfinished}`)
  await admin.query(`create database ${unfinished}`)
  const db = connect(databaseUrl(cluster, unfinished), () => {})
  await migrate(db)
  await db.destroy()
  await admin.query(`alter database ${unfinished} rename to ${name}`)
  return name
}

function migrationsHash(): string {
  const folder = new URL('../platform/db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    hash.update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 12)
}

/** Lets one test file at a time work: a template can't be copied while somebody is connected to it. */
async function withAdmin(cluster: string, work: (admin: Client) => Promise<unknown>) {
  const admin = new Client({ connectionString: databaseUrl(cluster, 'postgres') })
  await admin.connect()
  try {
    await admin.query(`select pg_advisory_lock(hashtext('pitboard tests'))`)
    await work(admin)
  } finally {
    await admin.end()
  }
}

function databaseUrl(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = name
  return url.href
}
