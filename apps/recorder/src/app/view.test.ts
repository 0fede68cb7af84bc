import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Failure } from '../failure.ts'
import type { RunStatus } from '../progress.ts'
import { createRaceSummary } from '../race-summary.ts'
import type { Relay } from '../stream/relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import type { RecordingControl } from './recording-control.ts'
import { createView, ownAddresses } from './view.ts'

const SETTINGS = {
  target: null,
  updateKey: null,
  listenPort: 20_777,
  forwards: [],
  diskLimitGb: 5,
  spool: null,
}

function viewOf(status: RunStatus | null, spool = '/no/such/folder') {
  const control: RecordingControl = {
    state: 'on',
    status,
    packetsPerSecond: 60,
    problem: null,
    notes: [
      { atMs: 1, text: 'first' },
      { atMs: 2, text: 'second' },
    ],
    spool,
    start() {},
    async stop() {},
    async restart() {},
  }
  return createView({
    control,
    settings: SETTINGS,
    devicePairing: null,
    knownServer: null,
    updating: { view: { state: 'none' }, problem: null },
    loginStart: { isOn: null },
  })
}

interface Given {
  readonly relay?: Partial<Relay>
  readonly refused?: Failure
}

function statusWith({ relay: given = {}, refused }: Given): RunStatus {
  const relay = createUdpRelay({ server: 'http://localhost', user: 'u', key: 'k' }, () => {})
  const shown = { ...relay, liveUrl: 'http://live', backlog: 3, acknowledged: 40, ...given }
  return {
    summary: { ...createRaceSummary(), format: 2025, session: 'Spa, Race', lap: 12 },
    relay: () => shown,
    countDatagrams: () => 43,
    ...(refused && { recording: { ...NOTHING_RECORDED, refused: () => refused } }),
  }
}

const fail = () => assert.fail('The view changes nothing')
const NOTHING_RECORDED: NonNullable<RunStatus['recording']> = {
  recording: {
    folder: '',
    streamId: '',
    get outbox() {
      return fail()
    },
    bytes: 0,
    warning: null,
    spool: fail,
    readState: fail,
    close: fail,
  },
  disk: {
    get use() {
      return fail()
    },
    makeRoom: fail,
    setLimit: fail,
    stop: fail,
  },
  forwardTo: fail,
  refused: () => null,
  warning: () => null,
}

suite('the page shows of the server that it', () => {
  const common = { liveUrl: 'http://live', backlog: 3, acknowledged: 40 }
  const quiet = { reason: null, remedy: null }
  const cases: readonly (readonly [string, Given, object])[] = [
    [
      'is being connected to',
      { relay: { connected: false, lastError: null } },
      { ...common, ...quiet, state: 'connecting' },
    ],
    [
      'takes the race',
      { relay: { connected: true, lastError: null } },
      { ...common, ...quiet, state: 'connected' },
    ],
    [
      'is away, and why',
      { relay: { connected: false, lastError: 'It cannot be reached' } },
      { ...common, state: 'away', reason: 'It cannot be reached', remedy: null },
    ],
    [
      'refuses the race, and what to do',
      {
        relay: { connected: false, lastError: 'before' },
        refused: new Failure('Wrong key', 'Copy it.'),
      },
      { ...common, state: 'refused', reason: 'Wrong key', remedy: 'Copy it.' },
    ],
    [
      'acknowledges nothing over UDP',
      { relay: { connected: true, acknowledged: null } },
      { ...common, ...quiet, state: 'connected', acknowledged: 0 },
    ],
  ]
  for (const [title, given, shown] of cases) {
    test(title, () => assert.deepEqual(viewOf(statusWith(given)).relay, shown))
  }
})

test('the page shows the race that is driven, and the newest note first', () => {
  const { telemetry, notes } = viewOf(statusWith({}))
  assert.deepEqual(telemetry, {
    packetsPerSecond: 60,
    seen: 43,
    format: 2025,
    session: 'Spa, Race',
    lap: 12,
  })
  assert.deepEqual(
    notes.map(({ text }) => text),
    ['second', 'first'],
  )
})

test('a folder of captures that cannot be read is shown as empty', () => {
  const { captures, disk } = viewOf(null, '/no path has\0this')
  assert.deepEqual([captures, disk.usedBytes], [[], 0])
})

function at(address: string, family: 'IPv4' | 'IPv6', internal: boolean) {
  return { address, family, internal }
}

test('a console can send to the addresses of this machine in its networks', () => {
  const found = ownAddresses({
    lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
    eth0: [at('192.168.1.20', 'IPv4', false), at('fe80::1', 'IPv6', false)],
    wlan0: [at('10.0.0.7', 'IPv4', false)],
    none: undefined,
  })
  assert.deepEqual(found, ['192.168.1.20', '10.0.0.7'])
})
