import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { FORMATS, type Format } from '@pitboard/telemetry/formats/registry'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createSenders } from '@pitboard/telemetry/thinning/senders'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { Sent } from './packets/broadcast.ts'
import { differences } from './scenario/differences.ts'
import { describeScenario, drawScenario } from './scenario/draw.ts'
import { type ScenarioOptions, START_MS } from './scenario/options.ts'
import { createScenario } from './scenario/scenario.ts'
import { onlyInLongRun, sampleOf, sampleOfSeeds } from '@pitboard/contract/testing/sample'

const identity = { id: '', internalSessionId: 1, userId: '', userName: 'ApexFox' }

interface Received extends Sent {
  readonly address: string
}

/** The documents of what is sent to one port, as the server makes them of what a recorder thins. */
function documentsOf(stream: readonly Received[], { knowsSenders = true } = {}): SessionDetail[] {
  const documents = new Map<unknown, SessionDetail>()
  const tracker = createTracker({
    ended: (session) => {
      documents.delete(session)
      if (session.status !== 'aborted') documents.set(session, sessionDetail(session, identity))
    },
  })
  const thinner = createThinner()
  const senders = createSenders()
  let nowMs = START_MS
  for (const { atMs, bytes, address } of stream) {
    nowMs = START_MS + atMs
    const sender = { address: knowsSenders ? address : '', port: 1 }
    for (const sent of senders.push(bytes, sender, nowMs)) {
      for (const thinned of thinner.push(sent, nowMs)) tracker.push(thinned.bytes, thinned.atMs)
    }
  }
  for (const thinned of thinner.flush()) tracker.push(thinned.bytes, thinned.atMs)
  tracker.finish(nowMs)
  return [...documents.values()]
}

const startsMs = [0, 50_000, 50_003, 120_000]

function scenarioOf(format: Format, seed: number): ScenarioOptions {
  return { ...drawScenario(seed), seed, format, cars: 3, rateHz: 10, trackId: 22 }
}

const pairs = FORMATS.flatMap((format, at) =>
  sampleOfSeeds(at * 100, 20, 1).map((seed): [ScenarioOptions, ScenarioOptions] => [
    scenarioOf(format, 1_000 + seed),
    // The other console may have the game of another year.
    scenarioOf(FORMATS[(at + (seed % 2)) % FORMATS.length] ?? format, 2_000 + seed),
  ]),
)

function received(options: ScenarioOptions, address: string): Received[] {
  return [...createScenario(options).datagrams()].map((sent) => ({ ...sent, address }))
}

/**
 * A game that stands still while another one begins, as for a flashback, may as well have begun its next
 * session: without marks nobody can know.
 */
function standsStillAt(options: ScenarioOptions, atMs: number): boolean {
  const sentMs = received(options, '').map((sent) => sent.atMs - atMs)
  const isOver = sentMs.every((ms) => ms <= 0)
  const wasHeard = sentMs.some((ms) => ms > -1_000 && ms <= 0)
  const goesOn = sentMs.some((ms) => ms > 500 && ms < 1_000)
  return !isOver && !(wasHeard && goesOn)
}

function assertBothComplete(
  [first, second]: readonly [ScenarioOptions, ScenarioOptions],
  laterMs: number,
  knowsSenders: boolean,
): void {
  const own = received(first, '192.0.2.1')
  const later = received(second, '192.0.2.2').map((sent) => ({
    ...sent,
    atMs: sent.atMs + laterMs,
  }))
  const alone = [...documentsOf(own), ...documentsOf(later)]
  assert.ok(alone.length > 0)
  const both = [...own, ...later].toSorted((a, b) => a.atMs - b.atMs)
  const found = documentsOf(both, { knowsSenders })
  const what = `${describeScenario(first)} beside ${describeScenario(second)}, ${laterMs} ms later`
  assert.equal(found.length, alone.length, what)
  const paired = alone.map(({ sessionId }) => found.find((one) => one.sessionId === sessionId))
  const expected = alone.map((document, at) => ({
    ...document,
    // A second game releases the datagrams of the first one that are held back, and its last datagram a moment later.
    sessionEndTime: paired[at]?.sessionEndTime,
    // A thinned stream has one more position where the other game begins a session.
    trackOutline: paired[at]?.trackOutline,
  }))
  assert.deepEqual(differences(expected, paired), [], what)
}

test('R30 two consoles that send to one port are both complete, whatever happens in their games', () => {
  for (const [i, scenarios] of pairs.entries()) {
    for (const laterMs of sampleOf(startsMs, 1, i)) assertBothComplete(scenarios, laterMs, true)
  }
})

onlyInLongRun(() => {
  test('R30 where nothing names the senders, two races that go on beside each other are both complete', () => {
    for (const [i, format] of FORMATS.entries()) {
      const race = {
        format,
        rateHz: 20,
        trackId: 22,
        cars: 4,
        laps: 3,
        kinds: ['race'],
        lean: true,
      } as const
      const [first, second] = [1, 2].map((seed): ScenarioOptions => {
        return { ...race, seed: seed + 10 * i, situations: ['penalties', 'flashback'] }
      })
      assert.ok(first && second)
      const besideMs = startsMs.filter((atMs) => !standsStillAt(first, atMs))
      assert.ok(besideMs.length > 1)
      for (const laterMs of sampleOf(besideMs, 1, i)) {
        assertBothComplete([first, second], laterMs, false)
      }
    }
  })
})

test('R30 two consoles in one lobby send the same session: one of them is heard', () => {
  const drawn = pairs.map(([first]) => first).slice(0, 2)
  // The race that is given up ends with the next one, which only the first of the two consoles begins.
  const restarted: ScenarioOptions = { ...scenarioOf(2023, 1_100), situations: ['restartFromMenu'] }
  for (const options of [...drawn, restarted]) {
    const own = received(options, '192.0.2.1')
    const other = received(options, '192.0.2.2').map((sent) => ({ ...sent, atMs: sent.atMs + 7 }))
    const both = [...own, ...other].toSorted((a, b) => a.atMs - b.atMs)
    assert.deepEqual(
      differences(documentsOf(own), documentsOf(both)),
      [],
      describeScenario(options),
    )
  }
})
