import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { TcpLease } from '@pitboard/contract/live/live'
import { insertPlayer, seenBy, sendRecording } from '@pitboard/server/racing/sessions/lobby.fixture'
import { connectRecorder } from '@pitboard/server/racing/ingest/transports/recorder.fixture'
import { openAccount, type TestAccount } from '@pitboard/server/testing/account'
import { createCall } from '@pitboard/server/testing/call'
import {
  openBareDatabase,
  openTestDatabase,
  type TestDatabase,
} from '@pitboard/server/testing/database'
import { runMain } from '@pitboard/server/testing/main-process'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import sharp from 'sharp'
import { Value } from 'typebox/value'

const PASSWORD = 'a fast lap at Spa'
const EMAIL = 'ada@example.com'
const POLL_MS = 20

let folder: string
let database: TestDatabase
let server: TestServer
let backup: string
let recordedId: string
let liveId: string
let answers: Answers
let organiser: TestAccount
let league: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-backup-test-'))
  database = await openTestDatabase()
  server = await openTestServer({
    database,
    dataDir: join(folder, 'data'),
    env: { AUTH_AUTOCONFIRM: 'true' },
  })
  await signUp()
  organiser = await openAccount(server.context, { username: 'Organiser' })
  const changeIt = createCall(() => server)
  const made = await changeIt('POST /api/League', { as: organiser, body: { name: 'Cup' } })
  league = `/api/League/${made.json().id}`
  await changeIt(`PATCH ${league}`, { as: organiser, body: { name: 'Winter Cup' } })
  const player = await insertPlayer(server, 'Max')
  const race = createRace({ seed: 3, laps: 1, cars: 3, rateHz: 10, trackId: 22 })
  recordedId = await sendRecording(server, player, seenBy(race, { playerCar: 0 }))
  liveId = await driveHalf()
  answers = await readAnswers(server.url)
  backup = join(folder, 'backup.tar.zst')
  const { code, output } = await run(
    'backup',
    [backup],
    server.context.config.dataDir,
    database.url,
  )
  assert.equal(code, 0, output)
  assert.doesNotMatch(output, /missing/)
})
after(async () => {
  await server.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates an account with a picture. */
async function signUp(): Promise<void> {
  const { anonKey } = server.context.keys
  const answer = await post(server.url, '/auth/v1/signup', anonKey, {
    email: EMAIL,
    password: PASSWORD,
  })
  const { access_token: token, user } = answer
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const uploaded = await fetch(`${server.url}/storage/v1/object/avatars/${user.id}/me.png`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  assert.equal(uploaded.status, 200, await uploaded.text())
}

async function post(url: string, path: string, apikey: string, body: object) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const read: { access_token: string; user: { id: string } } = JSON.parse(text)
  return read
}

/** Drives half a race, which is acknowledged; its recorder stays connected. */
async function driveHalf(): Promise<string> {
  const { userId, key } = await insertPlayer(server, 'Lewis')
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const lease = Value.Parse(TcpLease, await (await fetch(url, { method: 'POST' })).json())
  const recorder = await connectRecorder(lease.port)
  await recorder.hello(lease.token, randomUUID())
  const race = createRace({ seed: 4, laps: 3, cars: 3, rateHz: 10, trackId: 22 })
  const sent = seenBy(race, { playerCar: 0, to: 0.7 })
  for (const [place, { atMs, bytes }] of sent.entries()) {
    await recorder.send({ number: place + 1, atMs, bytes })
  }
  await recorder.until(() => recorder.acknowledged() === sent.length)
  await recorder.until(() => recorder.sessions.length > 0)
  return recorder.sessions[0]?.id ?? ''
}

interface Answers {
  readonly session: unknown
  readonly liveLaps: readonly unknown[]
  readonly avatar: string
}

async function readAnswers(url: string): Promise<Answers> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const session = await read(`/api/Sessions/${recordedId}`)
  // A server that starts derives the live session from its journal first.
  let live = await read(`/api/LiveSession/${liveId}`)
  while (live.status !== 200) {
    await delay(POLL_MS)
    live = await read(`/api/LiveSession/${liveId}`)
  }
  const { drivers }: { drivers: { lapTimes: unknown[] }[] } = JSON.parse(live.bytes.toString())
  const { rows } = await sql<{ id: string }>`select id from auth.users`.execute(database.db)
  const avatar = await read(`/storage/v1/object/public/avatars/${rows[0]?.id}/me.png`)
  assert.equal(avatar.status, 200)
  return {
    session: JSON.parse(session.bytes.toString()),
    liveLaps: drivers.map(({ lapTimes }) => lapTimes),
    avatar: avatar.bytes.toString('base64'),
  }
}

async function run(
  name: 'backup' | 'restore',
  args: readonly string[],
  dataDir: string,
  databaseUrl = '',
): Promise<{ code: number | null; output: string }> {
  const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** Makes a folder for one restore. */
function emptyFolder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'pitboard-restored-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a restored installation answers as the one whose backup was taken during a race', async (t) => {
  assert.ok(answers.liveLaps.some((laps) => Array.isArray(laps) && laps.length > 0))
  assert.equal(statSync(backup).mode & 0o777, 0o600)
  const target = await openBareDatabase()
  t.after(() => target.close())
  const dataDir = emptyFolder(t)
  const { code, output } = await run('restore', [backup], dataDir, target.url)
  assert.equal(code, 0, output)

  const restored = await openTestServer({ database: target, dataDir })
  t.after(() => restored.close())
  assert.deepEqual(await readAnswers(restored.url), answers)
  const captures = join('captures', recordedId)
  const capture = join(captures, ...readdirSync(join(dataDir, captures)))
  const [original, copy] = [server.context.config.dataDir, dataDir].map((at) => join(at, capture))
  assert.ok(readFileSync(copy ?? '').equals(readFileSync(original ?? '')))
  assert.equal(restored.context.keys.serviceKey, server.context.keys.serviceKey)
  const credentials = { email: EMAIL, password: PASSWORD }
  const token = '/auth/v1/token?grant_type=password'
  await post(restored.url, token, server.context.keys.anonKey, credentials)
  const changeIt = createCall(() => restored)
  const undo = (version: number) =>
    changeIt(`POST ${league}/history/${version}/undo`, { as: organiser })
  const undone = await undo(2)
  assert.equal(undone.json().name, 'Cup', undone.body)
  await changeIt(`PATCH ${league}`, { as: organiser, body: { name: 'Spring Cup' } })
  assert.equal((await undo(4)).json().name, 'Cup', 'a change after the restoration')
  // New rows get new numbers, and the rules of the schema hold again.
  const player = await insertPlayer(restored, 'Charles')
  const race = createRace({ seed: 5, laps: 1, cars: 3, rateHz: 10, trackId: 22 })
  assert.notEqual(await sendRecording(restored, player, seenBy(race, { playerCar: 0 })), recordedId)
})

onlyInLongRun(() => {
  test('a backup goes to an embedded database and back from a stopped server', async (t) => {
    const dataDir = join(emptyFolder(t), 'data')
    const restored = await run('restore', [backup], dataDir)
    assert.equal(restored.code, 0, restored.output)
    const again = `${dataDir}.tar.zst`
    const stopped = await run('backup', [again], dataDir)
    assert.equal(stopped.code, 0, stopped.output)

    const main = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
    t.after(() => main.kill())
    await main.listening
    assert.deepEqual(await readAnswers(main.url()), answers)
    const running = await run('backup', [`${again}.running`], dataDir)
    assert.equal(running.code, 0, running.output)
    assert.equal(await main.stop(), 0)
  })
})

test('a backup is only restored into an empty folder and an empty database', async (t) => {
  const dataDir = emptyFolder(t)
  const full = await run('restore', [backup], dataDir, database.url)
  assert.equal(full.code, 1)
  assert.match(full.output, /database is not empty/)
  assert.deepEqual(readdirSync(dataDir), [])
  writeFileSync(join(dataDir, 'a-file'), '')
  const { code, output } = await run('restore', [backup], dataDir)
  assert.equal(code, 1)
  assert.match(output, /DATA_DIR .* is not empty/)
  assert.deepEqual(readdirSync(dataDir), ['a-file'])
})

test('a foreign or damaged archive is refused before anything is written', async (t) => {
  const dataDir = emptyFolder(t)
  const bytes = readFileSync(backup)
  const flipped = Buffer.from(bytes)
  flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1
  for (const [content, message] of [
    ['not an archive', /is not a backup of Pitboard/],
    ['', /is not a backup of Pitboard/],
    [bytes.subarray(0, bytes.length - 200), /is damaged/],
    [flipped, /is damaged|is not a backup/],
  ] as const) {
    const file = join(folder, 'broken.tar.zst')
    writeFileSync(file, content)
    const { code, output } = await run('restore', [file], dataDir)
    assert.equal(code, 1)
    assert.match(output, message)
    assert.deepEqual(readdirSync(dataDir), [])
  }
})

test('a backup never overwrites a file', async () => {
  const { code, output } = await run('backup', [backup], join(folder, 'data'), database.url)
  assert.equal(code, 1)
  assert.match(output, /exists already/)
})
