import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { FORMATS } from '@pitboard/telemetry/formats/registry'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { Sent } from './packets/broadcast.ts'
import { differences } from './scenario/differences.ts'
import { completeSituations, describeScenario, drawScenario } from './scenario/draw.ts'
import { type ScenarioOptions, START_MS } from './scenario/options.ts'
import { createScenario } from './scenario/scenario.ts'
import { sampleOf, sampleOfSeeds } from '@pitboard/contract/testing/sample'

const identity = { id: '', internalSessionId: 1, userId: '', userName: 'ApexFox' }

/** The documents of a stream's sessions, with the times of reception that its datagrams have. */
function documentsOf(...streams: readonly (readonly Sent[])[]): SessionDetail[] {
  const documents = new Map<unknown, SessionDetail>()
  const tracker = createTracker({
    ended: (session) => {
      documents.delete(session)
      if (session.status !== 'aborted') documents.set(session, sessionDetail(session, identity))
    },
  })
  let nowMs = START_MS
  for (const stream of streams) {
    for (const { atMs, bytes } of stream) {
      nowMs = START_MS + atMs
      tracker.push(bytes, nowMs)
    }
    tracker.finish(nowMs)
  }
  return [...documents.values()]
}

type Part = readonly [from: number, to: number]

/** Parts of a stream, by their shares of it, that are sent before the whole stream. */
const partsBefore: readonly (readonly Part[])[] = [
  [[0, 0.1]],
  [[0, 0.3]],
  [[0, 0.5]],
  [[0, 0.7]],
  [[0, 0.9]],
  [[0, 0.97]],
  // A spool or a backup may send parts more than once, and not from the beginning.
  [
    [0, 0.4],
    [0, 0.7],
  ],
  [
    [0, 0.6],
    [0.2, 0.8],
  ],
  [
    [0, 0.9],
    [0.85, 0.95],
  ],
  [[0, 1]],
]

const lagsMs = [10, 200]

const drawn: readonly ScenarioOptions[] = sampleOfSeeds(1, 100, 1).map(drawScenario)
const small = { rateHz: 20, cars: 4, trackId: 22, laps: 3, kinds: ['race'] } as const
const awkward: readonly ScenarioOptions[] = FORMATS.map((format) => ({
  ...drawScenario(format),
  ...small,
  format,
  situations: ['penalties', 'safetyCar', 'virtualSafetyCar', 'flashback', 'flashbackOverLine'],
}))
const rejoining: readonly ScenarioOptions[] = FORMATS.map((format) => ({
  ...drawScenario(format),
  ...small,
  format,
  situations: completeSituations(['rejoined', 'anyOrderInFrame'], true),
}))
const scenarios = sampleOf([...awkward, ...rejoining, ...drawn], 5)

test('R24 what has been sent before the whole stream changes nothing', () => {
  for (const [i, options] of scenarios.entries()) {
    const stream = [...createScenario(options).datagrams()]
    const alone = documentsOf(stream)
    assert.ok(alone.length > 0)
    for (const parts of sampleOf(partsBefore, 2, i)) {
      const before = parts.flatMap(([from, to]) =>
        stream.slice(Math.floor(stream.length * from), Math.floor(stream.length * to)),
      )
      const twice = documentsOf([...before, ...stream])
      assert.deepEqual(
        differences(alone, twice),
        [],
        `${describeScenario(options)} ${parts.join()}`,
      )
    }
  }
})

test('R24 two recorders of one game, one of them behind, tell what one tells', () => {
  for (const [i, options] of scenarios.entries()) {
    const stream = [...createScenario(options).datagrams()]
    const alone = documentsOf(stream)
    for (const lagMs of sampleOf(lagsMs, 1, i)) {
      const late = stream.map(({ atMs, bytes }) => ({ atMs: atMs + lagMs, bytes }))
      const both = [...stream, ...late].toSorted((a, b) => a.atMs - b.atMs)
      const found = documentsOf(both).map((document, at) => ({
        ...document,
        sessionEndTime: alone[at]?.sessionEndTime,
        // Where the session opens late, the one behind still has positions of the first frame.
        trackOutline: alone[at]?.trackOutline,
      }))
      assert.deepEqual(differences(alone, found), [], `${describeScenario(options)} ${lagMs} ms`)
    }
  }
})
