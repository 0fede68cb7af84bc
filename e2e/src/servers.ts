import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { insertUser } from '@pitboard/server/accounts/users/queries'
import { openTestDatabase, type TestDatabase } from '@pitboard/server/testing/database'
import { runMain, type RunningMain } from '@pitboard/server/testing/main-process'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'

const SECRET = 'the one secret of the servers of these tests'

export interface ServerOfMany {
  readonly id: string
  readonly dataDir: string
  readonly main: RunningMain
}

/** Servers of one database, each with its own DATA_DIR, behind a balancer of HTTP connections. */
export interface Servers {
  /** Of the balancer. */
  readonly url: string
  readonly all: readonly ServerOfMany[]
  readonly db: TestDatabase['db']
  /** The balancer leads new connections to these servers alone. */
  leadTo(servers: readonly ServerOfMany[]): void
  /** The server that records a user; undefined while no server does. */
  findOwner(userId: string): Promise<ServerOfMany | undefined>
  /** It has sent no heartbeat for so long that others may take its streams over. */
  isSilent(server: ServerOfMany): Promise<boolean>
  /** The files of captures that all of them have stored. */
  listCaptures(): string[]
}

interface ServersOptions {
  readonly count: number
  /** Closed at the end; a new one where it is missing. */
  readonly database?: TestDatabase
  /** Of one server. */
  readonly env?: (id: string) => Record<string, string>
}

export async function startServers(
  t: TestContext,
  { count, database: given, env = () => ({}) }: ServersOptions,
): Promise<Servers> {
  const database = given ?? (await openTestDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-servers-'))
  const all = Array.from({ length: count }, (_, place): ServerOfMany => {
    const id = `server-${place + 1}`
    const dataDir = join(folder, id)
    const main = runMain({
      ...{ NODE_ID: id, DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'warn' },
      ...{ AUTH_JWT_SECRET: SECRET, INGEST_HOST: '127.0.0.1', ...env(id) },
    })
    return { id, dataDir, main }
  })
  t.after(async () => {
    for (const { main } of all) main.signal('SIGCONT')
    await Promise.all(all.map(({ main }) => main.kill()))
    await database.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  await Promise.all(all.map(({ main }) => main.listening))
  let serving: readonly ServerOfMany[] = all
  const url = await startBalancer(t, () => serving.filter(({ main }) => main.isRunning()))
  return {
    ...{ url, all, db: database.db },
    leadTo(chosen) {
      serving = chosen
    },
    async findOwner(userId) {
      const row = await database.db
        .selectFrom('live_owner')
        .select('node_id')
        .where('user_id', '=', userId)
        .where('is_free', '=', false)
        .executeTakeFirst()
      return all.find(({ id }) => id === row?.node_id)
    },
    async isSilent({ id }) {
      const row = await database.db
        .selectFrom('node')
        .select(sql<boolean>`seen_at < clock_timestamp() - interval '11 seconds'`.as('isSilent'))
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.isSilent ?? false
    },
    listCaptures: () => globSync(join(folder, '*', 'captures', '*', '*')),
  }
}

/** Leads each connection to the next server that runs. */
async function startBalancer(
  t: TestContext,
  listServing: () => readonly ServerOfMany[],
): Promise<string> {
  let turn = 0
  const sockets = new Set<Socket>()
  const balancer = createServer((near) => {
    const serving = listServing()
    const next = serving[turn++ % serving.length]
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (!next) {
      near.destroy()
      return
    }
    const far = connect(Number(new URL(next.main.url()).port), '127.0.0.1')
    sockets.add(far)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  t.after(() => {
    balancer.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = balancer.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return `http://127.0.0.1:${address.port}`
}

/** A user who may record at these servers, and the recorder's options. */
export async function insertDriver({ db, url }: Servers) {
  const userId = newId()
  await insertUser(db, { id: userId, username: `driver-${userId}` })
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  return { userId, options: ['--server', url, '--user', userId, '--key', key] }
}
