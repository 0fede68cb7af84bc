import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { insertPlayer, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer } from '../../testing/server.ts'

test('with a user go the captures, the replays and the journal of their recordings', async (t) => {
  const database = await openTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-removed-'))
  const first = await openTestServer({ database, dataDir })
  const race = createRace({ seed: 3, laps: 1, cars: 3, rateHz: 10, trackId: 22 })
  const player = await insertPlayer(first, 'Max')
  const other = await insertPlayer(first, 'Lewis')
  const id = await sendRecording(first, player, seenBy(race, { playerCar: 0 }))
  const remaining = await sendRecording(first, other, seenBy(race, { playerCar: 1 }))
  for (const session of [id, remaining]) {
    mkdirSync(join(dataDir, 'replays', `${session}.v`), { recursive: true })
    writeFileSync(join(dataDir, 'replays', `${session}.v`, 'replay.json'), '{}')
  }
  const folders = ['captures', 'replays', 'ingest']
  const names = () => folders.flatMap((folder) => readdirSync(join(dataDir, folder)))
  assert.equal(names().length, 6)
  await first.close()
  await inTransaction(database.db, (transaction) =>
    transaction.deleteFrom('user').where('id', '=', player.userId).execute(),
  )
  const server = await openTestServer({ database, dataDir })
  t.after(async () => {
    await server.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  await until(() => !existsSync(join(dataDir, 'ingest', player.userId)) && names().length === 3)
  assert.deepEqual(names(), [remaining, `${remaining}.v`, other.userId])
})
