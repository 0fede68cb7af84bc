import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { REPORT_INTERVAL_MS } from '@pitboard/contract/ingest/recorder-status'
import type { GameWatch } from '../race-summary.ts'
import type { RunStatus } from '../progress.ts'
import { createRaceSummary } from '../race-summary.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import type { RecordingControl } from './recording-control.ts'
import { createReport, startReporting } from './report-status.ts'
import type { SettingsFile } from './settings.ts'

type Recent = ReturnType<GameWatch['recent']>

interface World {
  /** It is what arrives on the port; undefined while nothing is recorded. */
  readonly recent?: Recent
  readonly isRestricted?: boolean
  readonly isPortTaken?: boolean
  readonly packetsPerSecond?: number
}

function controlOf(world: World): RecordingControl {
  const { recent, isRestricted = false, isPortTaken, packetsPerSecond = 0 } = world
  const relay = createUdpRelay({ server: 'http://localhost', user: 'u', key: 'k' }, () => {})
  const status: RunStatus = {
    summary: { ...createRaceSummary(), isRestricted },
    relay: () => relay,
    countDatagrams: () => 0,
    ...(recent !== undefined && {
      game: { push() {}, recent: () => recent, quietMs: () => 0, format: 2025 },
    }),
  }
  return {
    state: 'on',
    status: 'recent' in world ? status : null,
    packetsPerSecond,
    problem: isPortTaken === undefined ? null : { text: '', remedy: '', isPortTaken },
    notes: [],
    spool: '/spool',
    start() {},
    async stop() {},
    async restart() {},
  }
}

const probeWith = (foundPort: number | null) => ({ foundPort, stop() {} })

const rateOf = (packetsPerSecond: number) =>
  createReport(controlOf({ packetsPerSecond }), 1, probeWith(null)).packetsPerSecond

suite('the report of a recorder', () => {
  const cases: readonly (readonly [string, World, number | null, string | null])[] = [
    ['nothing is recorded', {}, null, null],
    ['another program has the port', { isPortTaken: true }, null, 'portTaken'],
    ['another problem, and nothing is recorded', { isPortTaken: false }, null, null],
    ['telemetry arrives', { recent: 'game' }, null, null],
    ['the game hides it', { recent: 'game', isRestricted: true }, null, 'restricted'],
    ['an unsupported year arrives', { recent: 'foreign' }, null, 'unsupportedFormat'],
    ['other bytes arrive', { recent: 'other', isRestricted: true }, null, 'notTelemetry'],
    ['nothing arrives', { recent: null }, null, 'noPackets'],
    ['nothing arrives here, telemetry elsewhere', { recent: null }, 20_778, 'otherPort'],
    ['the port is taken, whatever arrives', { recent: 'game', isPortTaken: true }, 1, 'portTaken'],
  ]
  for (const [what, world, foundPort, problem] of cases) {
    test(`${what}: ${problem ?? 'no problem'}`, () => {
      const report = createReport(controlOf(world), 20_777, probeWith(foundPort))
      const format = world.recent === undefined ? null : 2025
      assert.deepEqual(report, {
        problem,
        listenPort: 20_777,
        foundPort,
        format,
        packetsPerSecond: 0,
      })
    })
  }

  test('shows at most 100,000 packets a second', () => {
    assert.deepEqual([99_999, 100_000, 100_001].map(rateOf), [99_999, 100_000, 100_000])
  })
})

/** Opens a server whose answers this test gives, and settings that are paired with it. */
async function openWorld(t: TestContext) {
  const requests: { request: IncomingMessage; body: unknown; response: ServerResponse }[] = []
  let wake: (() => void) | null = null
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push({ request, body, response })
      wake?.()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const target = { server: `http://127.0.0.1:${port}`, user: 'u', key: 'secret' }
  const fresh = {
    target,
    updateKey: null,
    listenPort: 20_780,
    forwards: [],
    diskLimitGb: 5,
    spool: null,
  }
  const settings: SettingsFile = { current: fresh, changeSettings() {} }
  return {
    requests,
    settings,
    async untilRequests(count: number) {
      while (requests.length < count) await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}

suite('reporting', () => {
  test('sends a report with the key at each interval, one at a time', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const world = await openWorld(t)
    const stop = startReporting(controlOf({ recent: null }), world.settings, probeWith(20_781))
    t.after(stop)
    t.mock.timers.tick(REPORT_INTERVAL_MS)
    await world.untilRequests(1)
    t.mock.timers.tick(REPORT_INTERVAL_MS)
    const [first] = world.requests
    assert.ok(first)
    assert.equal(first.request.headers.authorization, 'Bearer secret')
    assert.deepEqual(first.body, {
      problem: 'otherPort',
      listenPort: 20_780,
      foundPort: 20_781,
      format: 2025,
      packetsPerSecond: 0,
    })
    first.response.writeHead(500).end()
    await once(first.response, 'close')
    // A failed report is forgotten; the next interval sends another one.
    while (world.requests.length < 2) {
      t.mock.timers.tick(REPORT_INTERVAL_MS)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(world.requests.length, 2)
  })

  test('sends nothing while the recorder is not paired', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const world = await openWorld(t)
    const unpaired = { ...world.settings, current: { ...world.settings.current, target: null } }
    t.after(startReporting(controlOf({}), unpaired, probeWith(null)))
    t.after(startReporting(controlOf({}), world.settings, probeWith(null)))
    t.mock.timers.tick(REPORT_INTERVAL_MS)
    await world.untilRequests(1)
    assert.equal(world.requests.length, 1)
  })

  test('ends when it is stopped, and gives up the report that is under way', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const world = await openWorld(t)
    const stop = startReporting(controlOf({}), world.settings, probeWith(null))
    t.mock.timers.tick(REPORT_INTERVAL_MS)
    await world.untilRequests(1)
    const [first] = world.requests
    assert.ok(first)
    const closed = once(first.response, 'close')
    stop()
    await closed
    assert.equal(first.response.writableEnded, false)
    t.mock.timers.tick(10 * REPORT_INTERVAL_MS)
    const other = startReporting(controlOf({}), world.settings, probeWith(null))
    t.after(other)
    t.mock.timers.tick(REPORT_INTERVAL_MS)
    await world.untilRequests(2)
    assert.equal(world.requests.length, 2)
  })
})
