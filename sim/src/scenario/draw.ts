import { carSlotsOf, FORMATS } from '@pitboard/telemetry/formats/registry'
import { createRandom, type Random } from '../setup/random.ts'
import {
  isRaceKind,
  sessionKinds,
  type SessionKind,
  type Situation,
  situations,
  sprintWeekend,
} from '../setup/situations.ts'
import { type ScenarioOptions } from './options.ts'

const otherKinds = sessionKinds.filter((kind) => kind !== 'race')
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
  'rejoined',
  'ghosts',
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
  lateBetweenStops: ['neighbouringStops'],
  lateOnFormationLap: ['formationLap'],
  outageInPits: ['pitStops', 'neighbouringStops'],
  outageOnInLap: ['pitStops', 'neighbouringStops'],
}

/** A list that repeats them lacks their times, so a recorder that missed them cannot know those. */
const missablePenalties = ['penaltyBurst', 'penaltiesAfterEnd', 'unservedPenalty'] as const

const otherLateStarts = ['lateBetweenStops', 'lateOnFormationLap'] as const

/** What only histories tell for certain, or what disturbs them. */
const fromHistoriesOnly: readonly Situation[] = [
  'warnings',
  'jumpStart',
  'longSector',
  'lateInLongLap',
  'flashbackIntoLongLap',
  'uidZeroHistory',
  'historiesRepeat',
  'historiesShrink',
  'missedLastLap',
  'pitStops',
  'neighbouringStops',
  'stopGo',
  'retiredInPits',
  'redFlag',
  'lateInPits',
  'lateBetweenStops',
  'outage',
  'outageInPits',
  'outageOnInLap',
  'rejoined',
  'leftEarly',
  'saveReload',
  'flashback',
  'flashbackChain',
  'flashbackOverLine',
  'flashbackUndoes',
]

/** Situations that cannot be combined: one contradicts or hides the other. */
const excluded: Readonly<Partial<Record<Situation, readonly Situation[]>>> = {
  restartFromMenu: ['restartFromPause'],
  // The stream would not contain the last lap.
  classificationMissing: ['classificationRepeated', 'missedLastLap'],
  // The recorder joins once.
  lateRecorder: [...missablePenalties, 'lateInPits', 'lateInLongLap', ...otherLateStarts],
  lateInPits: [...missablePenalties, 'lateInLongLap', ...otherLateStarts],
  lateInLongLap: [...missablePenalties, ...otherLateStarts],
  lateBetweenStops: [...missablePenalties, 'lateOnFormationLap'],
  historiesMissing: fromHistoriesOnly,
  outage: missablePenalties,
  // Online only, where time cannot be turned back, and the player stays to the end.
  rejoined: [
    ...missablePenalties,
    'pause',
    'restartFromMenu',
    'restartFromPause',
    'saveReload',
    'flashback',
    'flashbackChain',
    'flashbackOverLine',
    'flashbackUndoes',
    'flashbackIntoLongLap',
    'lateRecorder',
    'lateInPits',
    'lateInLongLap',
    ...otherLateStarts,
    'leftEarly',
  ],
  outageInPits: missablePenalties,
  outageOnInLap: missablePenalties,
  // A player who leaves sees no end and no restart; a recording of a few seconds may have no names.
  leftEarly: [
    'restartFromMenu',
    'restartFromPause',
    'lateRecorder',
    'lateInPits',
    ...otherLateStarts,
    'lateInLongLap',
    'classificationRepeated',
    'classificationMissing',
    'missedLastLap',
    'uidZeroHistory',
    'lateStaleAi',
    'unservedPenalty',
    'penaltiesAfterEnd',
    'notClassified',
  ],
  lapDataFirst: ['anyOrderInFrame'],
}

/** Adds required situations and drops those that contradict an earlier one; in the order of the list. */
export function completeSituations(wanted: readonly Situation[], isRace: boolean): Situation[] {
  const chosen = new Set<Situation>()
  for (const one of wanted) {
    for (const situation of [...(needs[one] ?? []), one]) {
      if (!isRace && !everySession.includes(situation)) continue
      if (isRace && situation === 'ghosts') continue
      const clashes = [...chosen].some(
        (other) => excluded[other]?.includes(situation) || excluded[situation]?.includes(other),
      )
      if (!clashes) chosen.add(situation)
    }
  }
  return situations.filter((situation) => chosen.has(situation))
}
