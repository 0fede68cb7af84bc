import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { liveSessions } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { assertTruth } from '@pitboard/sim/compare'
import type { Race } from '@pitboard/sim/race'
import { startPacedGame } from './paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import type { Pitboard } from './pitboard.ts'
import { readMetric } from './server-metrics.ts'

/**
 * The secret does not lie in DATA_DIR, which these servers lose: a server without the secret of its database does not
 * start.
 */
export const AUTH_JWT_SECRET = 'the-secret-of-these-servers-that-lose-their-disk'

/** Opens a game that drives the race, and recorders that share the spool of this server's user. */
export async function openFaultyRace(
  t: TestContext,
  pitboard: Pitboard,
  race: Race,
  url = pitboard.url,
) {
  const listen = await freePort()
  const game = await startPacedGame(t, race, listen)
  const startRecorder = async () => {
    const recorder = runRecorder([
      'record',
      '--json',
      '--listen',
      String(listen),
      '--host',
      '127.0.0.1',
      '--spool',
      pitboard.spool,
      '--forward',
      game.echo,
      ...pitboard.recorderOptions(url),
    ])
    t.after(() => recorder.process.kill('SIGKILL'))
    await recorder.waitForOutput(/listening/i)
    return recorder
  }
  return { game, startRecorder }
}

/** SIGKILL, and its DATA_DIR is gone. */
export async function loseServer(pitboard: Pitboard): Promise<void> {
  await pitboard.kill()
  rmSync(pitboard.dataDir, { recursive: true })
}

/** Resolves once the server has acknowledged something that it would have to ask for again. */
export async function waitForAcknowledged(pitboard: Pitboard): Promise<void> {
  await until(() => readMetric(pitboard, 'pitboard_ingest_acknowledge_seconds_count'))
}

/** Finds the id of the session that a user drives. */
export function findLiveId(pitboard: Pitboard, userId = pitboard.userId): Promise<string> {
  return until(async () => {
    const live = await pitboard.call(liveSessions.all)
    return live.find((session) => session.userId === userId)?.id
  })
}

/** Waits for the first session that is stored of a user. */
export function waitForRecorded(pitboard: Pitboard, userId: string): Promise<SessionDetail> {
  return until(async () => {
    const { sessions: listed } = await pitboard.call(sessions.list)
    const own = listed.find((session) => session.userId === userId)
    return own && pitboard.call(sessions.get, { params: { id: own.id } })
  })
}

/** The user of this server has one session, and it equals the race. */
export async function assertRecorded(pitboard: Pitboard, id: string, race: Race): Promise<void> {
  const { sessions: listed } = await pitboard.call(sessions.list)
  assert.deepEqual(
    listed.filter(({ userId }) => userId === pitboard.userId).map((session) => session.id),
    [id],
  )
  assertTruth(await pitboard.call(sessions.get, { params: { id } }), race)
}

/** Checks that there is one row, one capture, and no datagram that waits in a spool. */
export async function assertNothingLeft(
  { db, dataDir, spool }: Pitboard,
  id: string,
): Promise<void> {
  const rows = await db.selectFrom('session').select(['id', 'status']).execute()
  assert.deepEqual(rows, [{ id, status: 'recorded' }])
  const captures = listFiles(join(dataDir, 'captures'), '.pcap.zst')
  assert.deepEqual(
    captures.map((name) => dirname(name)),
    [id],
  )
  assert.deepEqual(listFiles(spool, '.frames'), [])
}

function listFiles(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(ending))
}
