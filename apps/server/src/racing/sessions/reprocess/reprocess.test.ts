import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { RecordedSession, SessionDetail } from '@pitboard/contract/sessions/session'
import { createRace } from '@pitboard/sim/race'
import type { KyselyPlugin } from 'kysely'
import { createCaptureStore, type CaptureStore } from '../../captures/capture-store.ts'
import { findCaptureKey } from '../store/session-queries.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runMain } from '../../../testing/main-process.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { packDocument } from '../store/session-document.ts'
import {
  createRaces,
  insertPlayer,
  readSession,
  seenBy,
  sendRecording,
  type View,
} from '../lobby.fixture.ts'
import { reprocessSession } from './reprocess.ts'
import { reprocessSessions } from './reprocess.ts'
import { deleteSession, storeRecording } from '../store-recording.ts'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'

const PROGRAM = fileURLToPath(new URL('../../../../../../scripts/reprocess.ts', import.meta.url))
const RACE = { laps: 2, cars: 10, rateHz: 10, trackId: 22, lean: true } as const
const raceOf = createRaces((seed) => createRace({ ...RACE, seed }))
const USUAL = { dryRun: false, allowLoss: false }

let database: TestDatabase
let server: TestServer
let captures: CaptureStore
let players = 0
before(async () => {
  database = await openTestDatabase()
  server = await openTestServer({ database })
  captures = createCaptureStore(server.context.files)
})
after(async () => {
  await server.close()
  await database.close()
})

async function record(seed: number, view: View): Promise<string> {
  players++
  const player = await insertPlayer(server, `player ${players}`)
  return sendRecording(server, player, seenBy(raceOf(seed), view))
}

const read = (id: string) => readSession(server, id)
const reprocess = (id: string, options: Partial<typeof USUAL> = {}) =>
  reprocessSession(database.db, captures, id, { ...USUAL, ...options })

/** Changes a stored session to what an older version might have stored. */
async function spoil(id: string, change: (detail: SessionDetail) => SessionDetail): Promise<void> {
  const { siblings: _siblings, filled: _filled, ...own } = await read(id)
  const packed = await packDocument({ ...change(own), siblings: [], filled: [] })
  await database.db
    .updateTable('session')
    .set({ detail: packed.detail, detail_etag: packed.detailEtag, own_detail: null })
    .where('id', '=', id)
    .execute()
}

function withDriver(detail: SessionDetail, index: number, over: object): SessionDetail {
  const drivers = detail.drivers.map((driver) =>
    driver.driverIdx === index ? { ...driver, ...over } : driver,
  )
  return { ...detail, drivers }
}

function run(...args: string[]) {
  return runWith({ DATABASE_URL: database.url, DATA_DIR: server.context.config.dataDir }, args)
}

async function runWith(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

test('a session that today’s rules see as stored stays as it is, to the byte', async () => {
  const a = await record(1, { playerCar: 6, hidden: [1] })
  await record(1, { playerCar: 1, from: 0.2, to: 0.9 })
  const sessions = await database.db.selectFrom('session').selectAll().orderBy('id').execute()
  for (const { id } of sessions) assert.deepEqual(await reprocess(id), { kind: 'unchanged' })
  const after = await database.db.selectFrom('session').selectAll().orderBy('id').execute()
  assert.deepEqual(
    after.map((row) => ({ ...row, derived_at: null })),
    sessions.map((row) => ({ ...row, derived_at: null })),
  )
  assert.equal((await read(a)).siblings.length, 1)
})

test('a document that was wrong comes right under the same id, and so does what it lent', async () => {
  const a = await record(2, { playerCar: 6, hidden: [1] })
  const b = await record(2, { playerCar: 1 })
  const right: RecordedSession[] = [await read(a), await read(b)]
  await spoil(b, (own) => withDriver(own, 1, { name: 'Nobody', totalWarnings: 99 }))
  const dry = await reprocess(b, { dryRun: true })
  assert.equal((await read(b)).drivers[1]?.name, 'Nobody', 'a dry run changes nothing')
  const done = await reprocess(b)
  assert.deepEqual(done, dry)
  assert.equal(done.kind, 'changed')
  assert.deepEqual('changes' in done && done.changes.map(({ path }) => path), [
    'drivers.1.name',
    'drivers.1.totalWarnings',
  ])
  assert.deepEqual([await read(a), await read(b)], right)
})

test('a stored document is not given for one that knows less, unless it is asked for', async () => {
  const a = await record(3, { playerCar: 6, to: 0.5 })
  const whole = await record(3, { playerCar: 6 })
  const { drivers, classification } = await read(whole)
  await deleteSession(database.db, whole)
  await spoil(a, (own) => ({ ...own, drivers, classification }))
  const refused = await reprocess(a)
  assert.equal(refused.kind, 'refused')
  assert.equal((await read(a)).classification, 'final')
  assert.equal((await reprocess(a, { allowLoss: true })).kind, 'changed')
  assert.equal((await read(a)).classification, 'provisional')
})

onlyInLongRun(() => {
  test('the program says what has changed, and by its exit code whether all could be derived', async () => {
    const a = await record(4, { playerCar: 6 })
    const { name } = (await read(a)).drivers[0] ?? {}
    await spoil(a, (own) => withDriver(own, 0, { name: 'Nobody' }))
    const begun = new Date().toISOString()
    const dry = await run('--all', '--dry-run')
    assert.equal(dry.code, 0, dry.output)
    assert.match(dry.output, new RegExp(`${a} would change: 1 fields\\n  drivers.0.name: "Nobody"`))
    const done = await run('--all')
    assert.equal(done.code, 0, done.output)
    assert.match(done.output, /^1 changed, \d+ unchanged, 0 without a capture/m)
    assert.equal((await read(a)).drivers[0]?.name, name)
    const again = await run('--all', '--not-derived-since', begun)
    assert.match(again.output, /^0 changed, 0 unchanged/m, 'what is done is not done again')

    rmSync(join(server.context.config.dataDir, 'captures', a), { recursive: true })
    const gone = await run('--session', a)
    assert.equal(gone.code, 0)
    assert.match(gone.output, new RegExp(`${a} stays as it is: it has no capture`))
    const unknown = await run('--session', server.context.newId(), '--session', a)
    assert.equal(unknown.code, 1)
    for (const wrong of [
      [],
      ['--all', '--session', a],
      ['--since', 'yesterday'],
      ['--session', '7'],
    ]) {
      assert.equal((await run(...wrong)).code, 2)
    }
    await deleteSession(database.db, a)
  })
})

onlyInLongRun(() => {
  test('it works beside a server with a database of its own, and without it', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-reprocess-'))
    chmodSync(dataDir, 0o711)
    const env = { DATA_DIR: dataDir, DATABASE_URL: '' }
    const main = runMain(env)
    t.after(async () => {
      await main.stop()
      rmSync(dataDir, { recursive: true })
    })
    await main.listening
    const nothing = /^0 changed, 0 unchanged, 0 without a capture, 0 kept, 0 failed$/m
    const beside = await runWith(env, ['--all'])
    assert.equal(beside.code, 0, beside.output)
    assert.match(beside.output, nothing)
    assert.equal((await fetch(`${main.url()}/readyz`)).status, 200, 'the server goes on')
    assert.equal(await main.stop(), 0)
    const alone = await runWith(env, ['--all'])
    assert.equal(alone.code, 0, alone.output)
    assert.match(alone.output, nothing)
  })
})

test('what the server stores while a session is derived again comes after it, and stays', async () => {
  const id = await record(5, { playerCar: 6 })
  const { siblings: _siblings, filled: _filled, ...own } = await read(id)
  await spoil(id, (detail) => withDriver(detail, 0, { name: 'Older' }))
  const reading = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: CaptureStore = {
    ...captures,
    async *read(key) {
      reading.resolve()
      await goOn.promise
      yield* captures.read(key)
    },
  }
  const derived = reprocessSession(database.db, slow, id, USUAL)
  await reading.promise
  const { db, sent } = watchQueries('pg_advisory_xact_lock')
  const stored = storeRecording(
    db,
    withDriver(own, 0, { name: 'Newer' }),
    await findCaptureKey(database.db, id),
  )
  await Promise.race([sent, stored])
  goOn.resolve()
  assert.equal((await derived).kind, 'changed')
  await stored
  assert.equal((await read(id)).drivers[0]?.name, 'Newer')
})

/** Returns a database with a promise that resolves when a query with this text is sent through it. */
function watchQueries(text: string) {
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'RawNode' && node.sqlFragments.join('').includes(text)) resolve()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: database.db.withPlugin(plugin), sent }
}

test('a run that is stopped has done the sessions before, and goes on with the others', async () => {
  const { db } = database
  const begun = new Date()
  // What was stored in the same millisecond would count as derived since.
  await db
    .updateTable('session')
    .set({ derived_at: new Date(begun.getTime() - 1_000) })
    .execute()
  const stopping = new AbortController()
  const first: string[] = []
  const all = { ids: null, since: null, notDerivedSince: null }
  await reprocessSessions(
    db,
    captures,
    all,
    USUAL,
    (id) => {
      first.push(id)
      if (first.length === 2) stopping.abort()
    },
    stopping.signal,
  )
  assert.equal(first.length, 2)
  const rest: string[] = []
  const later = { ...all, notDerivedSince: begun }
  await reprocessSessions(db, captures, later, USUAL, (id) => rest.push(id))
  const stored = await db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    [...first, ...rest],
    stored.map(({ id }) => id),
  )
})
