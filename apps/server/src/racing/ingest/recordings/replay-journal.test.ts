import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { CaptureStore } from '../../captures/capture-store.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { forgedSessions } from './forged-sessions.fixture.ts'
import { encodeRecord, type JournalRecord } from '../journal/journal-record.ts'
import { createWorld } from './recording.fixture.ts'

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('replay-process.fixture.ts', import.meta.url))
const START_MS = Date.UTC(2026, 0, 1)
const SESSIONS = 40
/** Fewer sessions may wait at a time. */
const SESSIONS_IN_TURN = 24
const HEAP_MB = 32

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

function folderFor(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'pitboard-replay-'))
  t.after(() => rmSync(root, { recursive: true }))
  return root
}

function writeJournal(folder: string, sessions: number): void {
  mkdirSync(folder, { recursive: true })
  const records: JournalRecord[] = [{ kind: 'head', streams: [] }]
  for (const [place, bytes] of forgedSessions(sessions).entries()) {
    const atMs = START_MS + place
    records.push({ kind: 'datagram', stream: null, number: place, atMs, bytes })
  }
  records.push({ kind: 'finish', atMs: START_MS + records.length })
  writeFileSync(join(folder, '000001.journal'), Buffer.concat(records.map(encodeRecord)))
}

async function replay(root: string): Promise<{ stdout: string; stderr: string }> {
  const options = ['--database', database.url, '--ingest', join(root, 'ingest')]
  const heap = `--max-old-space-size=${HEAP_MB}`
  return run(process.execPath, [heap, SCRIPT, ...options, '--files', root])
}

async function countStored(userId: string): Promise<number> {
  const rows = await database.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .execute()
  return rows.length
}

async function insertDriver(): Promise<string> {
  const userId = randomUUID()
  await insertUser(database.db, { id: userId, username: userId.slice(0, 20) })
  return userId
}

onlyInLongRun(() => {
  test('a process with a small heap replays a journal of many sessions, and stores them', async (t) => {
    const root = folderFor(t)
    const userId = await insertDriver()
    writeJournal(join(root, 'ingest', userId), SESSIONS)
    const { stdout, stderr } = await replay(root)
    assert.match(stdout, /replayed/)
    assert.equal(stderr, '')
    assert.equal(await countStored(userId), SESSIONS)
    assert.deepEqual(
      readdirSync(join(root, 'ingest', userId)).filter((name) => !name.endsWith('journal')),
      [],
    )
  })
})

test('a replay holds few sessions at a time: the next wait until those before are stored', async (t) => {
  let most = 0
  const pendingTotal = { count: 0 }
  const captures = (real: CaptureStore): CaptureStore => ({
    ...real,
    write(...args) {
      most = Math.max(most, pendingTotal.count)
      return real.write(...args)
    },
  })
  const world = await createWorld(t, database.db, { captures, pendingTotal })
  writeJournal(world.folder, SESSIONS_IN_TURN)
  const recording = await world.open()
  await recording.settled()
  assert.equal(await countStored(world.userId), SESSIONS_IN_TURN)
  assert.ok(most > 1 && most <= 20, `${most}`)
  await recording.close()
})

test('an unreadable journal does not prevent the others from being replayed', async (t) => {
  const root = folderFor(t)
  const users = [await insertDriver(), await insertDriver(), await insertDriver()].toSorted()
  const [file = '', folder = '', sound = ''] = users
  mkdirSync(join(root, 'ingest'))
  writeFileSync(join(root, 'ingest', file), 'no folder')
  mkdirSync(join(root, 'ingest', folder, '000001.journal'), { recursive: true })
  writeJournal(join(root, 'ingest', sound), 2)
  const { stdout, stderr } = await replay(root)
  assert.match(stdout, /replayed/)
  assert.match(stderr, /could not be replayed/)
  assert.match(stderr, /quarantined/)
  assert.equal(await countStored(sound), 2)
})

test('a journal that crashed the server again and again while it was replayed is quarantined', async (t) => {
  const world = await createWorld(t, database.db)
  writeJournal(world.folder, 2)
  const marker = join(world.folder, 'replay-attempts')
  writeFileSync(marker, '2\n')
  const replayed = await world.open()
  await replayed.settled()
  await replayed.close()
  assert.equal(await countStored(world.userId), 2, 'a kill or two prove nothing')
  assert.equal(existsSync(marker), false)

  writeJournal(world.folder, 3)
  writeFileSync(marker, '3\n')
  const recording = await world.open()
  await recording.settled()
  assert.equal(await countStored(world.userId), 2)
  assert.ok(existsSync(join(world.folder, 'quarantine', '000001.journal')))
  assert.equal(existsSync(marker), false)
  await recording.close()
})
