import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { openTestDatabase, type TestDatabase } from '@pitboard/server/testing/database'
import { sql } from 'kysely'
import { startBalancer, startHaproxy } from './balancers.ts'
import { insertDriver, type Pitboard, startPitboard } from './pitboard.ts'

const SECRET = 'the-secret-that-the-servers-of-these-tests-share'

export interface ServerOfMany extends Pitboard {
  readonly id: string
}

/** The servers have one database, each its own DATA_DIR, behind a balancer of HTTP connections. */
export interface Servers {
  /** This is the address of the balancer. */
  readonly url: string
  readonly all: readonly ServerOfMany[]
  readonly db: TestDatabase['db']
  /** Leads new connections of the balancer to these servers alone; not those of HAProxy, which finds out itself. */
  leadTo(servers: readonly ServerOfMany[]): void
  /** Who is connected to the server hears nothing of it any more, without an error. */
  cutClients(server: ServerOfMany): void
  mendClients(server: ServerOfMany): void
  /** HAProxy has noticed that the server runs. */
  isUp(server: ServerOfMany): boolean
  /** Finds the server that records a user; undefined while no server does. */
  findOwner(userId: string): Promise<ServerOfMany | undefined>
  /** It has sent no heartbeat for so long that others may take its streams over. */
  isSilent(server: ServerOfMany): Promise<boolean>
  /** Returns the sessions whose captures they have stored, one for each file. */
  listCaptures(): string[]
}

interface ServersOptions {
  readonly count: number
  /** It is closed at the end; a new one is made where it is missing. */
  readonly database?: TestDatabase
  /** Returns the environment of one server. */
  readonly env?: (id: string) => Record<string, string>
  /** HAProxy as it is shipped is the balancer, on this port. */
  readonly haproxyPort?: number
}

export async function startServers(
  t: TestContext,
  { count, database: given, env = () => ({}), haproxyPort }: ServersOptions,
): Promise<Servers> {
  const database = given ?? (await openTestDatabase())
  const all: ServerOfMany[] = []
  t.after(async () => {
    for (const server of all) server.resume()
    await Promise.all(all.map((server) => server.kill()))
    await database.close()
  })
  const shared = { database, ...(await insertDriver(database)) }
  const start = async (id: string) => {
    const own = { NODE_ID: id, AUTH_JWT_SECRET: SECRET, INGEST_HOST: '127.0.0.1', ...env(id) }
    return { ...(await startPitboard(t, own, shared)), id }
  }
  const ids = Array.from({ length: count }, (_, place) => `server-${place + 1}`)
  all.push(...(await Promise.all(ids.map(start))))
  let serving: readonly ServerOfMany[] = all
  const portsOf = (servers: readonly ServerOfMany[]) => servers.map(({ port }) => port)
  const haproxy =
    haproxyPort === undefined ? null : await startHaproxy(t, haproxyPort, portsOf(all))
  const balancer =
    haproxy === null
      ? await startBalancer(t, () => portsOf(serving.filter((server) => server.isRunning())))
      : null
  const url = haproxy?.url ?? balancer?.url
  if (url === undefined) throw new Error('There is no balancer.')
  return {
    url,
    all,
    db: database.db,
    leadTo(chosen) {
      serving = chosen
    },
    cutClients: ({ port }) => balancer?.cut(port),
    mendClients: ({ port }) => balancer?.mend(port),
    isUp: (server) => haproxy?.isUp(all.indexOf(server)) ?? true,
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
    listCaptures: () =>
      all
        .flatMap(({ dataDir }) => globSync(join(dataDir, 'captures', '*', '*')))
        .map((path) => basename(dirname(path))),
  }
}
