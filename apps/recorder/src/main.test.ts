import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { raceDatagrams } from './testing/datagrams.ts'
import { startRecordWorld, type RecordWorld } from './testing/record-world.ts'
import { runRecorder, type RunningRecorder } from './testing/run-recorder.ts'

const race = raceDatagrams(240)

/** Starts it as a process of its own. */
function startRecorder(
  t: TestContext,
  { args }: RecordWorld,
  more: readonly string[] = [],
): RunningRecorder {
  const recorder = runRecorder(['record', ...args, ...more])
  t.after(() => recorder.process.kill('SIGKILL'))
  return recorder
}

test('a killed recorder sends the rest of its stream when it runs again', async (t) => {
  const world = await startRecordWorld(t)
  world.server.syncing = false
  const first = startRecorder(t, world)
  await first.waitForOutput(/Listening on UDP/)
  await world.drive(race.slice(0, 200))
  await world.server.until(() => world.server.only.unsynced.length > 20)
  first.process.kill('SIGKILL')
  await first.waitForExit()
  const received = world.server.only.unsynced.length
  assert.equal(world.outboxes().length, 1)

  world.server.syncing = true
  const second = startRecorder(t, world, ['--json'])
  await second.waitForOutput(/Sending the rest of the recording/)
  await world.drive(race.slice(200))
  second.process.kill('SIGTERM')
  const { code, stdout, stderr } = await second.waitForExit()
  assert.equal(code, 0, stderr)
  const [before, rest] = [...world.server.streams.values()]
  assert.ok(before !== undefined && before.durable.length >= received)
  for (const stream of [before, rest]) {
    const numbers = stream?.durable.map(({ number }) => number) ?? []
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => index + 1),
    )
  }
  const { sent, acknowledged } = JSON.parse(stdout)
  assert.equal(sent, before.durable.length + (rest?.durable.length ?? 0))
  assert.equal(acknowledged, sent)
  assert.equal((await world.spooled()).length, race.length)
  assert.deepEqual(world.outboxes(), [])
})
