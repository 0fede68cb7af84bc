import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { assertTruth } from '@pitboard/sim/compare'
import type { Race } from '@pitboard/sim/race'
import { startPacedGame } from './paced-game.ts'
import { outcomeOf } from './recorder-outcome.ts'
import { insertDriver } from './pitboard.ts'
import type { Servers } from './servers.ts'

interface RecordedRace {
  readonly servers: Servers
  readonly race: Race
}

/** A user's recorder, which sends to these servers what the game drives. */
export async function startRecording(t: TestContext, { servers, race }: RecordedRace) {
  const { userId, key } = await insertDriver(servers, 'driver')
  const port = await freePort()
  const spool = mkdtempSync(join(tmpdir(), 'pitboard-spool-'))
  t.after(() => rmSync(spool, { recursive: true, force: true, maxRetries: 10 }))
  const game = await startPacedGame(t, race, port)
  const recorder = runRecorder([
    ...['record', '--json', '--listen', String(port), '--host', '127.0.0.1', '--spool', spool],
    ...['--forward', game.echo, '--server', servers.url, '--user', userId, '--key', key],
  ])
  t.after(() => recorder.process.kill('SIGKILL'))
  await recorder.waitForOutput(/listening/i)
  const finish = () => {
    recorder.process.kill('SIGINT')
    return outcomeOf(recorder)
  }
  return { userId, game, recorder, finish }
}

/** One row and one capture with the whole race, and nothing that is live. */
export async function assertOneSession(
  servers: Servers,
  userId: string,
  race: Race,
): Promise<void> {
  const { db, url } = servers
  const rows = await db
    .selectFrom('session')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .execute()
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['recorded'],
  )
  const id = rows[0]?.id ?? ''
  assertTruth(await createClient({ baseUrl: url })(sessions.get, { params: { id } }), race)
  assert.equal(servers.listCaptures().length, 1)
  const live = await db.selectFrom('live_session').selectAll().execute()
  assert.deepEqual(live, [])
}
