import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { raceDatagrams } from '../testing/datagrams.ts'
import { freePort } from '../testing/free-port.ts'
import { portsBeside, startPortProbe } from './port-probe.ts'

const EVERY_MS = 8_000
const OPEN_MS = 2_000
const [datagram] = raceDatagrams(1)
assert.ok(datagram)
const TELEMETRY = datagram.bytes

async function start(t: TestContext) {
  const port = (await freePort()) - 1
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const world = { isSilent: true, port }
  const probe = startPortProbe(
    () => world.isSilent,
    () => world.port,
  )
  const game = createSocket('udp4')
  t.after(() => {
    probe.stop()
    game.close()
  })
  return {
    world,
    probe,
    /** Sends until somebody listens there and has read it. */
    hears: (bytes: Uint8Array, isHeard: () => boolean) =>
      until(async () => {
        await new Promise((resolve) => game.send(bytes, port + 1, '127.0.0.1', resolve))
        return isHeard()
      }, nextTurn),
    pass: (ms: number) => t.mock.timers.tick(ms),
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Finds out whether anybody else may listen there. */
async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind(port)
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}

test('looked at are the ports beside the chosen one and the usual one, of those that anybody may use', () => {
  assert.deepEqual(portsBeside(21_000), [20_999, 21_001, 21_002, 20_777])
  assert.deepEqual(portsBeside(20_777), [20_776, 20_778, 20_779])
  assert.deepEqual(portsBeside(20_776), [20_775, 20_777, 20_778])
  assert.deepEqual(portsBeside(1_024), [1_025, 1_026, 20_777])
  assert.deepEqual(portsBeside(1_025), [1_024, 1_026, 1_027, 20_777])
  assert.deepEqual(portsBeside(65_534), [65_533, 65_535, 20_777])
})

test('telemetry on the next port is found while nothing arrives on the right one', async (t) => {
  const { world, probe, hears, pass } = await start(t)
  pass(EVERY_MS - 1)
  assert.ok(await isFree(world.port + 1), 'too early')
  pass(1)
  await hears(TELEMETRY, () => probe.foundPort !== null)
  assert.equal(probe.foundPort, world.port + 1)
  pass(OPEN_MS)
  assert.ok(await isFree(world.port + 1), 'it listens for a moment alone')
  assert.equal(probe.foundPort, world.port + 1)
  // The next look finds none.
  pass(EVERY_MS - OPEN_MS)
  assert.equal(probe.foundPort, world.port + 1, 'until it is over')
  pass(OPEN_MS)
  assert.equal(probe.foundPort, null)
})

test('what is found is forgotten as soon as telemetry arrives, and nothing is looked for', async (t) => {
  const { world, probe, hears, pass } = await start(t)
  pass(EVERY_MS)
  await hears(TELEMETRY, () => probe.foundPort !== null)
  pass(OPEN_MS)
  world.isSilent = false
  pass(EVERY_MS - OPEN_MS)
  assert.equal(probe.foundPort, null)
  assert.ok(await isFree(world.port + 1))
})

test('other datagrams are not telemetry', async (t) => {
  const { probe, hears, pass } = await start(t)
  pass(EVERY_MS)
  let sent = 0
  await hears(new TextEncoder().encode('hello'), () => sent++ === 20)
  assert.equal(probe.foundPort, null)
})

test('a port that another program has is left to it', async (t) => {
  const { world, probe, pass } = await start(t)
  const other = createSocket('udp4')
  other.bind(world.port + 1)
  await once(other, 'listening')
  t.after(() => other.close())
  pass(EVERY_MS)
  await nextTurn()
  pass(OPEN_MS)
  assert.equal(probe.foundPort, null)
})

test('a stopped probe listens nowhere', async (t) => {
  const { world, probe, pass } = await start(t)
  pass(EVERY_MS)
  probe.stop()
  assert.ok(await isFree(world.port + 1))
  pass(EVERY_MS)
  assert.ok(await isFree(world.port + 1))
})
