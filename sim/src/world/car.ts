import type { Entry } from '../setup/entries.ts'
import type { Compound } from '../plan/compounds.ts'
import type { PlannedStop, Run } from '../plan/plan.ts'
import type { Ruling } from '../plan/rulings.ts'

export interface DrivenLap {
  readonly lapTimeMs: number
  readonly sector1Ms: number
  readonly sector2Ms: number
  readonly sector3Ms: number
  readonly validSectors: ValidSectors
}

/** Counts the sectors of a lap that count: with fewer than three the lap does not, from the sector that was cut on. */
export type ValidSectors = 0 | 1 | 2 | 3

export function isInvalid({ validSectors }: Pick<DrivenLap, 'validSectors'>): boolean {
  return validSectors < 3
}

interface Stint {
  readonly compound: Compound
  readonly startLap: number
  /** Null while the set is on the car. */
  endLap: number | null
}

export interface DrivenStop {
  readonly lapNum: number
  pitLaneTimeMs: number
  stopTimeMs: number
  /** When the frames were sent that show the car in the pit lane. */
  readonly shownMs: number[]
  /** The first of them in which the car is on its next lap. */
  lineMs: number
  /** The first one after it stood. */
  departedMs: number
  /** The frames after the exit that still show the final timers. */
  readonly heldMs: number[]
}

export interface Issued {
  readonly type: number
  readonly infringement: number
  readonly seconds: number | null
  readonly otherCar: number | null
  readonly lapNum: number
  /** Session time of the frame with the event. */
  readonly atMs: number
  readonly sentMs: number
}

/** Everything about one car at the present moment, and what it has done so far. */
export interface Car {
  readonly index: number
  readonly entry: Entry
  readonly gridPosition: number
  /** This is the distance of the car's pit box from the line in metres; negative before the line. */
  readonly boxM: number
  readonly reactionS: number
  readonly launch: number

  /** Metres from the first crossing of the line on; negative on the grid. */
  progressM: number
  speed: number
  acceleration: number
  /** The distance from the centre line is in metres, positive to the left. */
  lateralM: number
  /** The driver's form in this sector. */
  form: number

  lapNum: number
  sector: 0 | 1 | 2
  lapStartMs: number
  sector1Ms: number
  sector2Ms: number
  validSectors: ValidSectors
  lastLapMs: number
  laps: DrivenLap[]
  /** The position at the end of each lap. */
  readonly lapEndPositions: number[]

  position: number
  /** 2 active, 3 finished, 4 did not finish, 5 disqualified, 6 not classified, 7 retired. */
  resultStatus: 2 | 3 | 4 | 5 | 6 | 7
  /** Counts from 1 in the order of finishing or of retiring. */
  outOrder: number
  /** When it finished or retired. */
  endMs: number

  pit: 'none' | 'lane' | 'box'
  /** The car was in the pits at the last frame that was sent: positions gained or lost there are not overtakes. */
  wasInPits: boolean
  pitEnteredMs: number
  /** When it left the lane after its last stop. */
  pitLeftMs: number | null
  boxArrivedMs: number
  stopTimeMs: number
  servedStop: PlannedStop | null
  /** Back from the pits, off the line and not yet up to speed. */
  rejoining: boolean
  readonly plannedStops: PlannedStop[]
  readonly pitStops: DrivenStop[]
  /** Stop-and-go penalties that were served. */
  readonly stopGoVisits: DrivenStop[]
  readonly stints: Stint[]

  attacking: Car | null
  attackEndsMs: number
  noAttackUntilMs: number

  readonly rulings: Ruling[]
  readonly penalties: Issued[]
  readonly warnings: Issued[]
  penaltySeconds: number
  unservedDriveThroughs: number
  unservedStopGos: number
  nextLapInvalid: boolean
  /** Sets that were changed during a red flag, which are not pit stops. */
  redFlagSets: number
  /** Whether the AI drives the car, also in place of a human who has left. */
  aiDriving: boolean
  /** Runs of a practice or qualifying session; the first one is next or under way. */
  readonly runs: Run[]

  /** The car stands beside the track until this time; null if it does not. */
  stuckUntilMs: number | null
  isStuckNow: boolean
  trapSpeedKmh: number
  trapLap: number
  /** Session time in ms at each 50 m of progress, for the gaps. */
  readonly marks: number[]
}

export function currentStint(car: Car): Stint {
  const stint = car.stints.at(-1)
  if (!stint) throw new Error(`Car ${car.index} has no tyres`)
  return stint
}

export function tyreAgeLaps(car: Car): number {
  return Math.max(0, car.lapNum - currentStint(car).startLap)
}

export function isRacing(car: Car): boolean {
  return car.resultStatus === 2
}

export function isStuck(car: Car): boolean {
  return car.isStuckNow
}

export function isHome(car: Car): boolean {
  return car.resultStatus === 3 || car.resultStatus === 6
}

export function isOut(car: Car): boolean {
  return car.resultStatus === 4 || car.resultStatus === 5 || car.resultStatus === 7
}

/** Stops as the game counts them: once the new set is on. */
export function stopsOf(car: Car): number {
  return car.stints.length - 1 - car.redFlagSets
}
