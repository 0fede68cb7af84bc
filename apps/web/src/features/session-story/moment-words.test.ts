import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DecidingMove } from '@pitboard/analysis/outcome/deciding-move'
import type { KeyMoment } from '@pitboard/analysis/outcome/key-moments'
import type { RaceOutcome } from '@pitboard/analysis/outcome/race-outcome'
import { PenaltyType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver } from '../../testing/a-session.ts'
import { de, en } from '../../testing/text.ts'
import { momentWords } from './moment-words.ts'

type Happening = KeyMoment extends infer Moment
  ? Moment extends KeyMoment
    ? Omit<Moment, 'lap' | 'timeMs' | 'seq' | 'isDeciding'>
    : never
  : never

const MOREAU = aDriver({ driverIdx: 1, name: 'Moreau', numberOfLaps: 1, startingPosition: 3 })
const TANAKA = aDriver({ driverIdx: 2, name: 'Tanaka', numberOfLaps: 4 })
const STOP = { lapNum: 3, pitLaneTimeMs: 21_000, stopTimeMs: 2_430 }
const PENALTY = {
  penaltyType: PenaltyType.TimePenalty,
  penaltyTime: 5,
  infringementType: 17,
  otherVehicleIdx: null,
  lapNum: 3,
  penaltyIssuedTime: 250_000,
}
const TIMES = { fromMs: 250_000, toMs: 400_000 }
const OUTCOME: RaceOutcome = {
  kind: 'race',
  winner: MOREAU,
  second: TANAKA,
  marginMs: 3_250,
  leadChanges: 1,
  move: null,
  wasStopped: false,
}

function words(happening: Happening, text = en): string {
  const moment = { ...happening, lap: 3, timeMs: 300_000, seq: 7, isDeciding: false }
  const { what, details } = momentWords(moment, text)
  return [what, ...details].join(', ')
}

describe('a moment of a race says', () => {
  const cases: readonly [title: string, happening: Happening, said: string][] = [
    ['that it began, where nobody knows who leads', { kind: 'start', leader: null }, 'Lights out'],
    [
      'who leads after the first lap, and from which place',
      { kind: 'start', leader: MOREAU },
      'Moreau leads after lap 1, from P3',
    ],
    [
      'that the leader began in the pit lane',
      { kind: 'start', leader: { ...MOREAU, startingPosition: 0 } },
      'Moreau leads after lap 1, from the pit lane',
    ],
    [
      'who leads alone, where the grid is unknown',
      { kind: 'start', leader: { ...MOREAU, startingPosition: null } },
      'Moreau leads after lap 1',
    ],
    [
      'what a stop was for and how long it took',
      { kind: 'stop', driver: MOREAU, stop: STOP, tyreCompound: TyreCompound.Medium },
      'Moreau pits, Medium, 2.430 s',
    ],
    [
      'a stop alone, whose tyres and time are unknown',
      { kind: 'stop', driver: MOREAU, stop: { ...STOP, stopTimeMs: null }, tyreCompound: null },
      'Moreau pits',
    ],
    [
      'the laps behind a safety car',
      { kind: 'neutralised', period: { kind: 'safetyCar', firstLap: 3, lastLap: 5, ...TIMES } },
      'Safety car, laps 3 to 5',
    ],
    [
      'the one lap of a virtual safety car',
      {
        kind: 'neutralised',
        period: { kind: 'virtualSafetyCar', firstLap: 3, lastLap: 3, ...TIMES },
      },
      'Virtual safety car, lap 3',
    ],
    [
      'when it was stopped',
      { kind: 'neutralised', period: { kind: 'redFlag', firstLap: 4, lastLap: 4, ...TIMES } },
      'Red flag, lap 4',
    ],
    [
      'who touched whom',
      { kind: 'collision', driver: MOREAU, other: TANAKA },
      'Moreau and Tanaka touch',
    ],
    [
      'who touched something else',
      { kind: 'collision', driver: MOREAU, other: null },
      'Moreau has contact',
    ],
    [
      'who is out after how many laps',
      { kind: 'retirement', driver: MOREAU, contact: null },
      'Moreau is out, after 1 lap',
    ],
    [
      'whom they touched before',
      { kind: 'retirement', driver: TANAKA, contact: MOREAU },
      'Tanaka is out, after 4 laps, contact with Moreau shortly before',
    ],
    [
      'a penalty with its reason',
      { kind: 'penalty', driver: MOREAU, penalty: PENALTY },
      'Moreau: 5 s penalty, speeding in the pit lane',
    ],
    [
      'the fastest lap with its tyres',
      {
        kind: 'fastestLap',
        driver: MOREAU,
        best: { timeMs: 97_001, lap: 3, tyreCompound: TyreCompound.Hard },
      },
      'Moreau drives the fastest lap, 1:37.001, Hard',
    ],
    [
      'the fastest lap on tyres that are unknown',
      {
        kind: 'fastestLap',
        driver: MOREAU,
        best: { timeMs: 97_001, lap: 3, tyreCompound: null },
      },
      'Moreau drives the fastest lap, 1:37.001',
    ],
    [
      'who wins and by how much',
      { kind: 'finish', outcome: OUTCOME },
      'Moreau wins, 3.250 s ahead of Tanaka',
    ],
    [
      'who wins alone, where the second did not finish',
      { kind: 'finish', outcome: { ...OUTCOME, second: null } },
      'Moreau wins',
    ],
    [
      'who wins alone, where the second was lapped',
      { kind: 'finish', outcome: { ...OUTCOME, marginMs: null } },
      'Moreau wins',
    ],
  ]
  for (const [title, happening, said] of cases) {
    test(title, () => assert.equal(words(happening), said))
  }
})

describe('a change of the lead says how it came', () => {
  const stops = { rivalLap: 4, isUnderSafetyCar: false }
  const cases: readonly [move: DecidingMove | null, said: string][] = [
    [null, 'Moreau takes the lead from Tanaka'],
    [{ kind: 'lead', lap: 3, rival: TANAKA }, 'Moreau takes the lead from Tanaka'],
    [
      { kind: 'pass', lap: 3, rival: TANAKA, isRestart: false, weather: null },
      'Moreau passes Tanaka for the lead',
    ],
    [
      { kind: 'undercut', lap: 3, rival: TANAKA, ...stops },
      'Moreau leads after an undercut on Tanaka',
    ],
    [{ kind: 'overcut', lap: 3, rival: TANAKA, ...stops }, 'Tanaka pits, Moreau leads'],
    [{ kind: 'rivalPitted', lap: 3, rival: TANAKA }, 'Tanaka pits, Moreau leads'],
    [{ kind: 'rivalRetired', lap: 3, rival: TANAKA }, 'Tanaka is out, Moreau leads'],
    [{ kind: 'pitStops', lap: 3 }, 'Moreau leads after the pit stops'],
    [
      { kind: 'weatherStop', lap: 3, weather: 'rain' },
      'Moreau leads after an early change of tyres',
    ],
  ]
  for (const [move, said] of cases) {
    test(move?.kind ?? 'where nobody can say', () => {
      assert.equal(words({ kind: 'leadChange', leader: MOREAU, from: TANAKA, move }), said)
    })
  }
})

test('a moment is told in the reader’s language, with times as timing writes them everywhere', () => {
  assert.equal(
    words({ kind: 'finish', outcome: OUTCOME }, de),
    'Moreau gewinnt, 3.250 s vor Tanaka',
  )
})
