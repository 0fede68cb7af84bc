import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { raceDatagrams } from './testing/datagrams.ts'
import { startRecordWorld } from './testing/record-world.ts'
import { runRecorder } from './testing/run-recorder.ts'

const race = raceDatagrams(240)

test('what waited while the recorder stood still has the time before that, and never looks newer', async (t) => {
  const world = await startRecordWorld(t)
  const recorder = runRecorder(['record', ...world.args])
  t.after(() => recorder.process.kill('SIGKILL'))
  await recorder.waitForOutput(/connected to/)
  await world.drive(race.slice(0, 60))
  recorder.process.kill('SIGSTOP')
  const stoppedMs = Date.now()
  const waiting = race.slice(60, 120)
  await world.send(waiting)
  // The stall has this length, because it has no event to wait for.
  await pause(1_500)
  const resumedMs = Date.now()
  recorder.process.kill('SIGCONT')
  const following = race.slice(120)
  await world.drive(following)
  recorder.process.kill('SIGTERM')
  await recorder.waitForExit()
  const stampsOf = (datagrams: typeof race) =>
    world.server.only.durable.flatMap(({ atMs, bytes }) =>
      datagrams.some((datagram) => Buffer.compare(datagram.bytes, bytes) === 0) ? [atMs] : [],
    )
  const waited = stampsOf(waiting)
  assert.ok(waited.length > 0 && Math.max(...waited) <= stoppedMs, `${waited.join()}, ${stoppedMs}`)
  // The first of them may have waited behind the others.
  assert.ok((stampsOf(following).at(-1) ?? 0) >= resumedMs)
})
