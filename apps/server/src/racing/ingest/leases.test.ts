import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { Registry } from 'prom-client'
import { createLog } from '../../platform/diagnostics/log.ts'
import { createUdpLeases } from './transports/udp-leases.ts'
import { createIngestMetrics } from './recordings/metrics.ts'
import type { Recording } from './recordings/recording.ts'

const broken = () => {
  throw new Error('this recording is broken')
}

/** Creates a recording with throwing `fails`; `onPush` is called with each datagram. */
function recordingOf(userId: string, fails: Partial<Recording>, onPush = () => {}): Recording {
  return {
    userId,
    stream: broken,
    attach() {},
    detach() {},
    push: onPush,
    finish() {},
    tick() {},
    pendingBytes: () => 0,
    waitMs: () => 0,
    isBehind: () => false,
    hasFailed: () => false,
    isIdle: () => true,
    async sync() {},
    syncBoth: async () => true,
    async settled() {},
    async close() {},
    owned: { userId, epoch: 1, sinceEpoch: 1, isInherited: false, async check() {}, lose() {} },
    async move() {},
    streams: () => [],
    startAt() {},
    settleStreams() {},
    async abandon() {},
    ...fails,
  }
}

test('a lease with a recording that always throws affects no other lease', async (t) => {
  const [first] = createRace({ seed: 3, laps: 1, cars: 2, rateHz: 20 }).datagrams()
  assert.ok(first)
  const { bytes } = first
  const { promise: received, resolve } = Promise.withResolvers<void>()
  const broke = new Set<string>()
  const failing = (name: keyof Recording) => ({
    [name]: () => {
      broke.add(name)
      return broken()
    },
  })
  const byUser = new Map<string, Recording>([
    ['behind', recordingOf('behind', failing('isBehind'))],
    ['attach', recordingOf('attach', failing('attach'))],
    ['push', recordingOf('push', { ...failing('push'), ...failing('detach') })],
    ['sound', recordingOf('sound', {}, resolve)],
  ])
  const leases = createUdpLeases({
    recordings: {
      async open(userId) {
        return byUser.get(userId) ?? assert.fail(userId)
      },
    },
    isRevoked: async () => false,
    metrics: createIngestMetrics(new Registry()),
    log: createLog('silent'),
    stored: {
      list: async () => [],
      findNode: async () => null,
      findSilentNodes: async () => [],
      claim: async () => [],
      save() {},
      remove() {},
      settled: async () => {},
    },
    nowMs: Date.now,
    host: '127.0.0.1',
    ports: { first: 0, last: 0 },
  })
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  for (const userId of byUser.keys()) {
    const port = await leases.lease({ userId, keyId: userId }, '127.0.0.1')
    assert.ok(port)
    for (let n = 0; n < 3; n++) socket.send(bytes, port, '127.0.0.1')
  }
  await received
  assert.deepEqual([...broke].toSorted(), ['attach', 'detach', 'isBehind', 'push'])
  await leases.close()
})
