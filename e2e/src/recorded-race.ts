import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { assertTruth } from '@pitboard/sim/compare'
import type { Race } from '@pitboard/sim/race'
import { startRecordedGame } from './recorded-game.ts'
import { outcomeOf } from './recorder-outcome.ts'
import { insertDriver } from './pitboard.ts'
import type { Servers } from './servers.ts'
import { itemAt } from '@pitboard/contract/wire/item-at'

interface RecordedRace {
  readonly servers: Servers
  readonly race: Race
}

/** Starts a user's recorder, which sends to these servers what the game drives. */
export async function startRecording(t: TestContext, { servers, race }: RecordedRace) {
  const { userId, key } = await insertDriver(servers, randomUUID())
  const spool = mkdtempSync(join(tmpdir(), 'pitboard-spool-'))
  t.after(() => rmSync(spool, { recursive: true, force: true, maxRetries: 10 }))
  const recorderOptions = () => ['--server', servers.url, '--user', userId, '--key', key]
  const { game, recorder } = await startRecordedGame(t, { spool, recorderOptions }, race)
  const finish = () => {
    recorder.process.kill('SIGINT')
    return outcomeOf(recorder)
  }
  return { userId, game, recorder, finish }
}

/**
 * Checks that there is one row with the whole race and one capture of it, nothing that is live, and no capture without
 * a row.
 */
export async function assertOneSession(
  servers: Servers,
  userId: string,
  race: Race,
): Promise<void> {
  const { db, url } = servers
  const rows = await db.selectFrom('session').select(['id', 'status', 'user_id']).execute()
  const own = rows.filter((row) => row.user_id === userId)
  assert.deepEqual(
    own.map(({ status }) => status),
    ['recorded'],
  )
  const { id } = itemAt(own, 0)
  assertTruth(await createClient({ baseUrl: url })(sessions.get, { params: { id } }), race)
  assert.deepEqual(servers.listCaptures().toSorted(), rows.map((row) => row.id).toSorted())
  const live = await db
    .selectFrom('live_session')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  assert.deepEqual(live, [])
}
