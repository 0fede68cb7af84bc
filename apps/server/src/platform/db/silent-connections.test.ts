import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { after, suite, test } from 'node:test'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { DatabaseAwayError } from '../diagnostics/errors.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { endSilentConnections } from './silent-connections.ts'

suite('a connection to the database that is silent', async () => {
  const database = await openTestDatabase()
  after(() => database.close())
  const road = await openRoad(database.url)
  after(() => road.close())
  const pool = openPool(road.url, 2_000)
  after(() => pool.end())

  test('stays while its query only takes long', async () => {
    const before = await pidOfPool()
    await ask(pool, 'select pg_sleep(0.4)')
    assert.equal(await pidOfPool(), before)
  })

  test('ends where the database no longer knows it, and the next query has a new one', async () => {
    const before = await pidOfPool()
    road.loseConnections()
    await assert.rejects(ask(pool, 'select 1'), DatabaseAwayError)
    assert.notEqual(await pidOfPool(), before)
  })

  test('ends where the database answers nobody', async () => {
    const hasty = openPool(road.url, 100)
    await ask(hasty, 'select 1')
    road.isSilent = true
    await assert.rejects(ask(hasty, 'select 1'), DatabaseAwayError)
    road.isSilent = false
    await ask(hasty, 'select 1')
    await hasty.end()
  })

  test('that breaks fails its query as a database that is away', async () => {
    const pid = await pidOfPool()
    const rejected = assert.rejects(ask(pool, 'select pg_sleep(60)'), DatabaseAwayError)
    await sql`select pg_terminate_backend(${pid})`.execute(database.db)
    await rejected
  })

  async function pidOfPool() {
    const [row] = await ask(pool, 'select pg_backend_pid() as pid')
    return row
  }
})

function openPool(url: string, answerWithinMs: number): Pool {
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  endSilentConnections(pool, url, { silenceMaxMs: 100, answerWithinMs })
  return pool
}

/** Sends queries as Kysely does; `pool.query` itself returns before the answer. */
async function ask(pool: Pool, text: string) {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<number[]>({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    client.release()
  }
}

/** Leads to the database. A connection that is lost on it stays open at this end and has none at the other. */
async function openRoad(target: string) {
  const url = new URL(target)
  const port = Number(url.port)
  const host = url.hostname
  const sockets = new Map<Socket, Socket>()
  const road = {
    url: '',
    isSilent: false,
    loseConnections() {
      for (const [near, far] of sockets) {
        near.removeAllListeners('data').resume()
        far.destroy()
      }
    },
    close() {
      for (const socket of sockets.keys()) socket.destroy()
      server.close()
    },
  }
  const server = createServer((near) => {
    near.on('error', () => {})
    const far = connect({ host, port })
    far.on('error', () => near.destroy())
    sockets.set(near, far)
    near.on('data', (chunk: Buffer) => road.isSilent || far.write(chunk))
    far.on('data', (chunk: Buffer) => road.isSilent || near.write(chunk))
    near.on('close', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The road has no port')
  url.port = String(address.port)
  road.url = url.href
  return road
}
