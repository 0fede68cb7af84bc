import { createRandom, type Random } from '../random.ts'
import { isRaceKind, situations, sprintWeekend, type SessionKind } from '../situations.ts'
import { complete } from './companions.ts'
import { scenarioFormats, type ScenarioOptions } from './options.ts'

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

/** A scenario drawn at random: small, so that hundreds can be driven in a test. */
export function drawScenario(seed: number): ScenarioOptions {
  const random = createRandom(seed * 2_654_435_761)
  const format = random.pick(scenarioFormats)
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
    cars: random.next() < 0.02 ? (format >= 2026 ? 24 : 22) : random.integer(3, 7),
    laps: isWeekend ? 2 : random.integer(3, 4),
    kinds,
    situations: complete(drawn, isRace),
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

/** A scenario in one line, for whoever has to find out why it failed. */
export function describe(options: ScenarioOptions): string {
  const { seed, format, rateHz, cars, laps, kinds, situations: wanted } = options
  const what = `${format}, ${rateHz} Hz, ${cars} cars, ${laps} laps, ${kinds.join(' + ')}`
  return `seed ${seed}: ${what}: ${wanted.join(', ') || 'nothing special'}`
}
