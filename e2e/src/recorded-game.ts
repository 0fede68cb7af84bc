import type { TestContext } from 'node:test'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import type { Race } from '@pitboard/sim/race'
import { startPacedGame } from './paced-game.ts'
import type { Pitboard } from './pitboard.ts'

/** Starts a game, and a recorder that listens to it and sends to the server what it drives. */
export async function startRecordedGame(
  t: TestContext,
  { spool, recorderOptions }: Pick<Pitboard, 'spool' | 'recorderOptions'>,
  race: Pick<Race, 'datagrams'>,
) {
  const port = await freePort()
  const game = await startPacedGame(t, race, port)
  const recorder = runRecorder([
    'record',
    '--json',
    '--listen',
    String(port),
    '--host',
    '127.0.0.1',
    '--spool',
    spool,
    '--forward',
    game.echo,
    ...recorderOptions(),
  ])
  t.after(() => recorder.process.kill('SIGKILL'))
  await recorder.waitForOutput(/listening/i)
  return { game, recorder, port }
}
