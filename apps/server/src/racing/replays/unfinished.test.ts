import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { insertNamed, insertRace } from '../../site/pages/a-site.fixture.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer } from '../../testing/server.ts'
import { replayFolder } from './stored-replays.ts'
import { UNFINISHED } from './write-replay.ts'

test('a replay that was being made when the server was killed is gone after its start', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-replays-'))
  const database = await openTestDatabase()
  t.after(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  const first = await openTestServer({ dataDir, database })
  const id = await insertRace(first, await insertNamed(first, 'Flow'))
  await first.close()
  const folder = replayFolder(join(dataDir, 'replays'), id, 'v1')
  for (const each of [folder, folder + UNFINISHED]) {
    mkdirSync(each, { recursive: true })
    writeFileSync(join(each, '0.json.gz'), 'half')
  }
  const next = await openTestServer({ dataDir, database })
  await next.close()
  assert.deepEqual([existsSync(folder), existsSync(folder + UNFINISHED)], [true, false])
})
