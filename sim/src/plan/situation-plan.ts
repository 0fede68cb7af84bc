import { playerCarOf } from '../setup/entries.ts'
import { type Random } from '../setup/random.ts'
import { has, type Setup } from '../setup/setup.ts'
import { isRaceKind, type SessionKind, type Situation } from '../setup/situations.ts'
import { medium, soft } from './compounds.ts'
import {
  createDraw,
  type Plan,
  quietPlan,
  type Retirement,
  type Run,
  type SeatChange,
  type Strategy,
  strategyOf,
} from './plan.ts'
import { type Draw, LAP_INVALIDATED_CORNER_CUTTING, rulingsFor } from './rulings.ts'

const STUCK_MS = 68_000

/** The story of a session in which exactly these situations come about. */
export function planStory(setup: Setup, wanted: ReadonlySet<Situation>, random: Random): Plan {
  const { cars, laps, track } = setup
  if (!isRaceKind(setup.kind)) return planTimed(setup, random)
  const { car, within } = createDraw(setup, random)
  // The car is stuck in its first, second or third sector.
  const stuckAt = wanted.has('longSector') ? random.pick([0.1, 0.5, 0.85]) : 0
  const inPits = wanted.has('retiredInPits') ? car(0) : null
  return {
    ...quietPlan,
    strategies: Array.from({ length: cars }, (_, index) =>
      index === inPits ? comingIn(laps, random) : strategy(setup, index, wanted, random),
    ),
    rulings: rulingsFor(setup, wanted, { car, within }),
    retirements: retirementsOf(wanted, { car, within }),
    weather: wanted.has('weather')
      ? [
          { at: 0.25, weather: 1 },
          { at: 0.55, weather: 2 },
        ]
      : [],
    slow: wanted.has('lappedCars') ? [car(2)] : [],
    notClassified: wanted.has('notClassified') ? car(3) : null,
    takeover: wanted.has('takeover') ? takeoverOf(setup, random) : null,
    seatChanges: seatChangesOf(setup, wanted, random),
    stuck: wanted.has('longSector')
      ? { car: car(1), atM: track.lengthM * (1 + stuckAt), forMs: STUCK_MS }
      : null,
    safetyCarAtM: wanted.has('safetyCar') ? within(0.3, 0.4) : null,
    virtualSafetyCarAtM: wanted.has('virtualSafetyCar') ? within(0.15, 0.25) : null,
    redFlagAtM: wanted.has('redFlag') ? within(0.5, 0.6) : null,
  }
}

function planTimed(setup: Setup, random: Random): Plan {
  const strategies = Array.from({ length: setup.cars }, () => ({ startCompound: soft, stops: [] }))
  const invalid = has(setup, 'warnings')
    ? [
        {
          car: playerCarOf(setup.cars),
          atM: 1.4 * setup.track.lengthM,
          kind: 'lapInvalidated',
          infringement: LAP_INVALIDATED_CORNER_CUTTING,
          otherCar: null,
        } as const,
      ]
    : []
  return { ...quietPlan, strategies, rulings: invalid, runs: runsOf(setup, random) }
}

function strategy(
  setup: Setup,
  index: number,
  wanted: ReadonlySet<Situation>,
  random: Random,
): Strategy {
  const drawn = strategyOf(setup.laps, random)
  if (wanted.has('neighbouringStops') && setup.laps >= 3 && index % 2 === 0) {
    const [first, second] = [1, 2].map((lapNum, i) => ({
      lapNum,
      compound: i === 0 ? medium : soft,
      stopTimeMs: 2400 + 100 * i,
    }))
    if (first && second) return { startCompound: soft, stops: [first, second] }
  }
  if (wanted.has('pitStops') && setup.laps >= 2) {
    const stop = { lapNum: 1 + (index % (setup.laps - 1)), compound: medium, stopTimeMs: 2400 }
    return drawn.stops.length > 0 || index % 3 === 0
      ? drawn
      : { startCompound: soft, stops: [stop] }
  }
  return { ...drawn, stops: [] }
}

function comingIn(laps: number, random: Random): Strategy {
  const lapNum = random.integer(1, Math.max(1, laps - 2))
  return { startCompound: soft, stops: [{ lapNum, compound: medium, stopTimeMs: 9000 }] }
}

function retirementsOf(wanted: ReadonlySet<Situation>, { car, within }: Draw): Retirement[] {
  const retirements: Retirement[] = []
  if (wanted.has('retiredInPits')) {
    const inBox = { car: car(0), atM: 0, resultStatus: 7, bringsSafetyCar: false } as const
    retirements.push({ ...inBox, inPits: true })
  }
  if (wanted.has('retirement')) {
    const [first, second] = [within(0.1, 0.4), within(0.4, 0.9)]
    retirements.push({ car: car(4), atM: first, resultStatus: 7, bringsSafetyCar: false })
    retirements.push({ car: car(5), atM: second, resultStatus: 4, bringsSafetyCar: false })
  }
  return retirements
}

/** A human other than the player leaves, and comes back or not. */
function takeoverOf({ cars, laps, track }: Setup, random: Random): Plan['takeover'] {
  const car = [0, 1, 3, 4, 8].find((index) => index < cars && index !== playerCarOf(cars))
  if (car === undefined) return null
  const distance = track.lengthM * laps
  const returnsAtM = random.next() < 0.5 ? Infinity : distance * random.between(0.6, 0.8)
  return { car, leavesAtM: distance * random.between(0.2, 0.5), returnsAtM }
}

/** Humans other than the player leave their car, which others take; each in a car of its own. */
function seatChangesOf(
  { cars, track }: Setup,
  wanted: ReadonlySet<Situation>,
  random: Random,
): SeatChange[] {
  const player = playerCarOf(cars)
  const humans = [8, 4, 3, 1, 0].filter((index) => index < cars && index !== player)
  const machines = [2, 5, 7].filter((index) => index < cars)
  const changes: SeatChange[] = []
  /** The AI drives on for a while, at times for so short that no list shows it. */
  const leave = (leavesAtLap: number, then: (car: number) => Omit<SeatChange, 'atM'>): void => {
    const car = humans.shift()
    if (car === undefined) return
    const joinsAtLap = leavesAtLap + random.between(0.05, 0.5)
    changes.push({ car, atM: leavesAtLap * track.lengthM, by: 'ai' })
    changes.push({ ...then(car), atM: joinsAtLap * track.lengthM })
  }
  if (wanted.has('seatReused')) leave(random.between(1.1, 1.4), reuse)
  if (wanted.has('seatReusedEarly')) leave(random.between(0.02, 0.2), reuse)
  const [other] = machines
  if (wanted.has('rejoinedElsewhere') && other !== undefined) {
    leave(random.between(1.1, 1.4), (car) => ({ car: other, by: { driverOf: car } }))
  }
  return changes
}

function reuse(car: number): Omit<SeatChange, 'atM'> {
  return { car, by: 'newcomer' }
}

const LEAST_APART_MS = 2500
const SECOND_RUN_MS = 15_000

/** Returns when each car goes out, and for how many laps: one by one, some a second time. */
function runsOf(setup: Setup, random: Random): Run[][] {
  const { kind, cars, laps } = setup
  return Array.from({ length: cars }, (_, index) => {
    const atMs =
      kind === 'timeTrial' ? 0 : Math.round(index * LEAST_APART_MS + random.between(0, 900))
    const first: Run = { atMs, laps: lapsOfRun(kind, laps), compound: soft }
    if (kind !== 'practice' || index % 2 === 1) return [first]
    return [first, { atMs: SECOND_RUN_MS, laps: 1, compound: medium }]
  })
}

/** One lap out and one that counts, where no more is allowed. */
function lapsOfRun(kind: SessionKind, laps: number): number {
  return kind === 'oneShotQualifying' ? 2 : laps
}
