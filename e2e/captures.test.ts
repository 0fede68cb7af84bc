import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { insertDriver } from './src/pitboard.ts'
import { datagramsIn, dumpIn, dumpOf, oracle, withoutCaptures } from './src/real-captures.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const skip = withoutCaptures

test('real datagrams, recorded and sent', { skip }, async (t) => {
  const site = await openSite(t)
  const { userId, key } = await insertDriver(site.server.context)
  const receiver: Receiver = { ...site, options: ['--user', userId, '--key', key] }
  await t.test('every real set of all five years goes through recorder and server', (t) =>
    sendSets(t, receiver),
  )
  for (const year of sampleOf([2023, 2024, 2025, 2026], 1)) {
    await t.test(`format ${year}: what is shown equals an independent decoding`, (t) =>
      compareWithOracle(t, receiver, year),
    )
  }
})

interface Receiver extends SiteInProcess {
  /** The recorder is called with these options: its user and key. */
  readonly options: readonly string[]
}

async function sendSets(t: TestContext, receiver: Receiver) {
  const years = [2022, 2023, 2024, 2025, 2026]
  const dumps = ['2022', '2023', '2024', '2025'].map(
    (year) => `z0mt3c-mocks/${year}.lenprefixed.bin`,
  )
  const sets: [name: string, datagrams: Buffer[]][] = [
    ...years.map((year): [string, Buffer[]] => [
      `larslaskowski ${year}`,
      datagramsIn('larslaskowski-samples', new RegExp(String(year))),
    ]),
    ...[2022, 2023, 2024].map((year): [string, Buffer[]] => [
      `maciejpedzich ${year}`,
      datagramsIn('maciejpedzich', new RegExp(String(year))),
    ]),
    ['11bthornton 2025', datagramsIn('11bthornton', /./)],
    ['seq 2022', dumpIn('seq/2022_shortpractice_miami_p403.len32.bin')],
    ...dumps.map((dump): [string, Buffer[]] => [dump, dumpIn(dump)]),
  ]
  const recorded: string[] = []
  const sent = sampleOf(sets, 3)
  for (const [name, datagrams] of sent) {
    const details = await send(t, receiver, datagrams)
    for (const { trackLength, drivers, packetFormat } of details) {
      assert.ok((trackLength ?? 0) > 0, name)
      assert.ok(drivers.length > 0, name)
      recorded.push(`${name}: ${packetFormat}`)
    }
  }
  // The others hold no participants of their sessions, so that there is nobody to list.
  const whole = [
    'larslaskowski 2023: 2023',
    'maciejpedzich 2022: 2022',
    'maciejpedzich 2023: 2023',
    'maciejpedzich 2024: 2024',
    '11bthornton 2025: 2025',
    'seq 2022: 2022',
    'z0mt3c-mocks/2022.lenprefixed.bin: 2022',
    'z0mt3c-mocks/2024.lenprefixed.bin: 2024',
    'z0mt3c-mocks/2025.lenprefixed.bin: 2025',
  ]
  assert.deepEqual(
    recorded,
    whole.filter((line) => sent.some(([name]) => line.startsWith(`${name}: `))),
  )
  assert.ok(recorded.length > 1)
}

async function compareWithOracle(t: TestContext, receiver: Receiver, year: number) {
  const short = `f1_${year - 2000}`
  const session = oracle(year, 1, year === 2026 ? `test_${short}_actual` : `test_${short}`)
  const participants = oracle(year, 4, `test_${short}_actual`)
  const laps = oracle(year, 2, `test_${short}_actual`)
  const status = oracle(year, 7, `test_${short}_actual`)
  const history = oracle(year, 11, `test_${short}_actual`)
  const packets = [
    packet(year, 1, session.payload),
    packet(year, 4, participants.payload),
    packet(year, 2, laps.payload),
    packet(year, 7, status.payload),
    packet(year, 11, history.payload),
  ]
  const [detail] = await send(t, receiver, packets)
  assert.ok(detail)
  assert.equal(detail.trackLength, read(session.expected, 'track-length'))
  assert.equal(detail.sessionTimeLeft, read(session.expected, 'session-time-left'))
  assert.equal(detail.weekendLinkIdentifier, read(session.expected, 'weekend-link-identifier'))
  for (const driver of detail.drivers) {
    const participant = item(participants.expected, 'participants', driver.driverIdx)
    assert.equal(driver.name, read(participant, 'name'))
    assert.equal(driver.carNumber, read(participant, 'race-number'))
    assert.equal(driver.isHuman, !read(participant, 'ai-controlled'))
    const lap = item(laps.expected, 'lap-data', driver.driverIdx)
    assert.equal(driver.position, read(lap, 'car-position'))
    assert.equal(driver.startingPosition ?? 0, read(lap, 'grid-position'))
    assert.equal(driver.currentLapNumber, read(lap, 'current-lap-num'))
    assert.equal(driver.totalPenaltiesSeconds, read(lap, 'penalties'))
    assert.equal(driver.lastLapTimeMs ?? 0, read(lap, 'last-lap-time-in-ms'))
    const car = item(status.expected, 'car-status-data', driver.driverIdx)
    assert.equal(driver.currentTyreAgeLaps, read(car, 'tyres-age-laps'))
  }
  const timed = detail.drivers.find(
    (driver) => driver.driverIdx === read(history.expected, 'car-index'),
  )
  for (const [place, lap] of timed?.lapTimes.entries() ?? []) {
    const sent = item(history.expected, 'lap-history-data', place)
    // The lap it was on is known from the lap data, not from this history.
    if (read(sent, 'lap-time-in-ms') === 0) continue
    assert.equal(lap.lapTime, read(sent, 'lap-time-in-ms'))
    assert.equal(lap.sector1Time, read(sent, 'sector-1-time-in-ms'))
    assert.equal(lap.sector3Time, read(sent, 'sector-3-time-in-ms'))
  }
}

async function send(
  t: TestContext,
  { server, call, options }: Receiver,
  datagrams: readonly Buffer[],
): Promise<SessionDetail[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-capture-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'capture.bin')
  writeFileSync(file, dumpOf(datagrams))
  const recorder = runRecorder(['send', file, '--json', '--server', server.url, ...options])
  const { sent, acknowledged, sessions: recorded } = await outcomeOf(recorder)
  assert.equal(acknowledged, sent)
  return Promise.all(recorded.map(({ id }) => call(sessions.get, { params: { id } })))
}

/** Adds the header that the payloads come without. */
function packet(year: number, id: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(29)
  header.writeUInt16LE(year)
  header.set([year - 2000, 1, 0, 1, id], 2)
  header.writeBigUInt64LE(BigInt(4_711 + year), 7)
  header.writeFloatLE(300, 15)
  header.writeUInt32LE(1_000 + id, 19)
  header.writeUInt32LE(1_000 + id, 23)
  header.set([0, 255], 27)
  return Buffer.concat([header, payload])
}

function read(from: unknown, field: string): unknown {
  assert.ok(typeof from === 'object' && from !== null && field in from, field)
  return Reflect.get(from, field)
}

function item(from: unknown, list: string, place: number): unknown {
  const items = read(from, list)
  assert.ok(Array.isArray(items))
  return items[place]
}
