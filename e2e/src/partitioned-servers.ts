import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { type Proxy, startProxy } from './proxy.ts'
import { type ServerOfMany, type Servers, startServers } from './servers.ts'

/** Recorders reach the first server there, through a proxy. */
const INGEST_HOST = '127.0.0.3'

/** The first of the two servers can be cut off. */
export interface PartitionedServers {
  readonly servers: Servers
  readonly first: ServerOfMany
  readonly second: ServerOfMany
  readonly toDatabase: Proxy
  readonly toNats: Proxy
  readonly toRecorder: Pick<Proxy, 'cut' | 'mend'>
}

export interface PartitionOptions {
  /** The first server reaches PostgreSQL and NATS there, through proxies: files of one run share PostgreSQL. */
  readonly host: string
  /** NATS has the second copy of journals. */
  readonly jetStream?: boolean
}

/** Recorders are led to the first one. */
export async function startPartitionedServers(
  t: TestContext,
  { host, jetStream = false }: PartitionOptions,
): Promise<PartitionedServers> {
  const database = await openTestDatabase()
  const url = new URL(database.url)
  const databasePorts = [Number(url.port)]
  const toDatabase = await startProxy(t, {
    from: host,
    to: '127.0.0.1',
    ports: databasePorts,
  })
  const tcpPort = await freePort()
  const toTcp = await startProxy(t, { from: INGEST_HOST, to: '127.0.0.1', ports: [tcpPort] })
  const nats = await openTestNats({ jetStream })
  t.after(() => nats.close())
  const toNats = await startProxy(t, { from: host, to: '127.0.0.1', ports: [nats.port] })
  url.hostname = host
  const ofFirst = {
    DATABASE_URL: url.href,
    INGEST_HOST,
    INGEST_TCP_PORT: String(tcpPort),
    NATS_URL: `nats://${host}:${nats.port}`,
  }
  const servers = await startServers(t, {
    count: 2,
    database,
    env: (id) => (id === 'server-1' ? ofFirst : { NATS_URL: nats.url }),
  })
  const [first, second] = servers.all
  assert.ok(first && second)
  servers.leadTo([first])
  // Recorders stream over WebSocket through the balancer; where they cannot, over TCP.
  const toRecorder = {
    cut() {
      toTcp.cut()
      servers.cutClients(first)
    },
    mend() {
      toTcp.mend()
      servers.mendClients(first)
    },
  }
  return { servers, first, second, toDatabase, toNats, toRecorder }
}
