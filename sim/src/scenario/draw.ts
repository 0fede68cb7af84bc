import { carSlotsOf, FORMATS } from '@pitboard/telemetry/formats/registry'
import { createRandom, type Random } from '../setup/random.ts'
import {
  isRaceKind,
  type SessionKind,
  type Situation,
  situations,
  sprintWeekend,
} from '../setup/situations.ts'
import { type ScenarioOptions } from './options.ts'

const otherKinds: readonly SessionKind[] = [
  'practice',
  'qualifying1',
  'qualifying2',
  'qualifying3',
  'shortQualifying',
  'oneShotQualifying',
  'sprintShootout',
  'sprint',
  'timeTrial',
]
const MOST_SITUATIONS = 7

/** Draws a random scenario, small enough for hundreds of them in a test. */
export function drawScenario(seed: number): ScenarioOptions {
  const random = createRandom(seed * 2_654_435_761)
  const format = random.pick(FORMATS)
  const rateHz = random.next() < 0.08 ? 60 : random.next() < 0.1 ? 10 : 20
  const kinds = drawKinds(random)
  const isWeekend = kinds.length > 1
  const isRace = kinds.some(isRaceKind)
  const count = random.integer(1, isWeekend ? 3 : MOST_SITUATIONS)
  const drawn = random.shuffle(situations).slice(0, count)
  return {
    seed,
    format,
    rateHz,
    cars: random.next() < 0.02 ? carSlotsOf(format) : random.integer(3, 7),
    laps: isWeekend ? 2 : random.integer(3, 4),
    kinds,
    situations: completeSituations(drawn, isRace),
    numbering: random.pick(['sprintIsRace', 'raceIsRace', 'bothAreRace']),
    lean: true,
  }
}

function drawKinds(random: Random): readonly SessionKind[] {
  const share = random.next()
  if (share < 0.72) return ['race']
  if (share < 0.95) return [random.pick(otherKinds)]
  return sprintWeekend
}

/** Describes a scenario in one line, to reproduce a failure. */
export function describeScenario(options: ScenarioOptions): string {
  const { seed, format, rateHz, cars, laps, kinds, situations: wanted } = options
  const what = `${format}, ${rateHz} Hz, ${cars} cars, ${laps} laps, ${kinds.join(' + ')}`
  return `seed ${seed}: ${what}: ${wanted.join(', ') || 'nothing special'}`
}

const everySession: readonly Situation[] = [
  'warnings',
  'hiddenNames',
  'equalDrivers',
  'foreignNames',
  'restricted',
  'earlyWrongAi',
  'lateStaleAi',
  'spectating',
  'pause',
  'restartFromMenu',
  'restartFromPause',
  'lobby',
  'leftoverResults',
  'eventsOnly',
  'emptyFirstPackets',
  'lateRecorder',
  'outage',
  'lapDataFirst',
  'anyOrderInFrame',
  'leftEarly',
  'uidZeroHistory',
  'historiesRepeat',
  'historiesShrink',
  'classificationRepeated',
  'classificationMissing',
  'penaltiesTwice',
]

/** Situations that another situation requires. */
const needs: Readonly<Partial<Record<Situation, readonly Situation[]>>> = {
  flashbackUndoes: ['penalties', 'warnings', 'disqualification'],
  penaltiesTwice: ['penalties', 'warnings'],
  penaltyBurst: ['penalties', 'warnings'],
  penaltiesAfterEnd: ['penalties', 'warnings'],
  unservedPenalty: ['penalties'],
  flashbackIntoLongLap: ['longSector'],
  lateInLongLap: ['longSector'],
  lateInPits: ['pitStops'],
  outageInPits: ['pitStops', 'neighbouringStops'],
}

/** Situations that cannot be combined: one contradicts or hides the other. */
const excluded: readonly (readonly [Situation, Situation])[] = [
  ['restartFromMenu', 'restartFromPause'],
  ['classificationRepeated', 'classificationMissing'],
  // The last lap would be nowhere in the stream.
  ['missedLastLap', 'classificationMissing'],
  // The repeated list contains missed penalties without their times.
  ['lateRecorder', 'penaltyBurst'],
  ['lateRecorder', 'penaltiesAfterEnd'],
  ['lateRecorder', 'unservedPenalty'],
  ['lateInPits', 'penaltyBurst'],
  ['lateInPits', 'penaltiesAfterEnd'],
  ['lateInPits', 'unservedPenalty'],
  ['lateInLongLap', 'penaltyBurst'],
  ['lateInLongLap', 'penaltiesAfterEnd'],
  ['lateInLongLap', 'unservedPenalty'],
  ['outage', 'penaltyBurst'],
  ['outage', 'penaltiesAfterEnd'],
  ['outage', 'unservedPenalty'],
  ['outageInPits', 'penaltyBurst'],
  ['outageInPits', 'penaltiesAfterEnd'],
  ['outageInPits', 'unservedPenalty'],
  // The recorder joins once.
  ['lateRecorder', 'lateInPits'],
  ['lateRecorder', 'lateInLongLap'],
  ['lateInPits', 'lateInLongLap'],
  // A player who leaves sees no end and no restart.
  ['leftEarly', 'restartFromMenu'],
  // A recording of a few seconds may know no names.
  ['leftEarly', 'lateRecorder'],
  ['leftEarly', 'lateInPits'],
  ['leftEarly', 'lateInLongLap'],
  ['leftEarly', 'restartFromPause'],
  ['leftEarly', 'classificationRepeated'],
  ['leftEarly', 'classificationMissing'],
  ['leftEarly', 'missedLastLap'],
  ['leftEarly', 'uidZeroHistory'],
  ['leftEarly', 'lateStaleAi'],
  ['leftEarly', 'unservedPenalty'],
  ['leftEarly', 'penaltiesAfterEnd'],
  ['leftEarly', 'notClassified'],
  ['lapDataFirst', 'anyOrderInFrame'],
]

/** Adds required situations and drops those that contradict an earlier one; in the order of the list. */
export function completeSituations(wanted: readonly Situation[], isRace: boolean): Situation[] {
  const chosen = new Set<Situation>()
  for (const one of wanted) {
    for (const situation of [...(needs[one] ?? []), one]) {
      if (!isRace && !everySession.includes(situation)) continue
      const clashes = excluded.some(
        ([a, b]) => (a === situation && chosen.has(b)) || (b === situation && chosen.has(a)),
      )
      if (!clashes) chosen.add(situation)
    }
  }
  return situations.filter((situation) => chosen.has(situation))
}
