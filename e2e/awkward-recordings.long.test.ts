import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { completeSituations } from '@pitboard/sim/scenario/draw'
import { differences } from '@pitboard/sim/scenario/differences'
import { FORMATS } from '@pitboard/telemetry/formats/registry'
import { createScenario } from '@pitboard/sim/scenario/scenario'
import type { Situation } from '@pitboard/sim/setup/situations'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { startPitboard } from './src/pitboard.ts'
import { startRecordedGame } from './src/recorded-game.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const awkward: readonly Situation[] = [
  'neighbouringStops',
  'stopGo',
  'flashbackIntoLongLap',
  'emptyFirstPackets',
  'lateInPits',
  'lateInLongLap',
  'outage',
  'outageInPits',
  'outageOnInLap',
  'lateBetweenStops',
  'lateOnFormationLap',
  'seatReused',
  'rejoinedElsewhere',
  'rejoined',
  'idleCars',
  'historiesMissing',
  'lapDataFirst',
  'anyOrderInFrame',
]

/** `npm test` runs each situation in one format, so that all formats occur. */
const scenarios = awkward.flatMap((situation, i) =>
  sampleOf(FORMATS, 1, i).map((format) =>
    createScenario({
      seed: 900 + FORMATS.indexOf(format) * awkward.length + i,
      format,
      rateHz: 20,
      cars: 4,
      laps: 3,
      kinds: ['race'],
      situations: completeSituations([situation], true),
      lean: true,
    }),
  ),
)

test('awkward sessions equal the truth through recorder and server', async (t) => {
  const pitboard = await startPitboard(t)
  const stream = { datagrams: () => scenarios.flatMap((scenario) => [...scenario.datagrams()]) }
  const { game, recorder } = await startRecordedGame(t, pitboard, stream)
  await game.driveTo(1)
  recorder.process.kill('SIGINT')
  const stored = (await outcomeOf(recorder)).sessions
  const wrong: string[] = []
  for (const { options, sessions: expected } of scenarios) {
    for (const { uids, detail } of expected) {
      const id = stored.find(({ sessionId }) => sessionId === uids.at(-1))?.id
      const path = `${options.format} ${options.situations.join()}`
      if (id === undefined) {
        wrong.push(`${path}: not stored`)
        continue
      }
      // The times of day are the recorder's.
      const { sessionStartTime: _startTime, overtakes, ...rest } = detail
      const passes = overtakes.map(({ utcTime: _utcTime, ...overtake }) => overtake)
      const actual = await pitboard.call(sessions.get, { params: { id } })
      wrong.push(...differences({ ...rest, overtakes: passes }, actual, path))
    }
  }
  assert.deepEqual(wrong, [])
})
