import { itemAt } from '@pitboard/contract/wire/item-at'
import { carsLapData } from '../packets/lap-data.ts'
import type { WeatherSample } from '@pitboard/contract/sessions/session-events'
import { contractTypeOf } from '../setup/session-types.ts'
import { carStatusOf } from '../packets/car-status.ts'
import { motionOf } from '../packets/motion.ts'
import {
  forecastOf,
  isEmptyYet,
  safetyCarStatusOf,
  timeLeftOf,
  timeOfDayOf,
} from '../packets/session.ts'
import { liveMomentOf, type LiveMoment } from './live.ts'
import { isMotionDue, PARTICIPANTS_STEPS, timeOf } from '../packets/broadcast.ts'
import type { Entry } from '../setup/entries.ts'
import { isShownAsAi } from '../packets/participants.ts'
import { has } from '../setup/setup.ts'
import { isRaceKind } from '../setup/situations.ts'
import { isOut, isRacing, tyreAgeLaps } from '../world/car.ts'
import { seatOf } from '../world/seats.ts'
import { isSample, SESSION_STEPS } from '../world/step.ts'
import { airTempOf, trackTempOf } from '../world/weather.ts'
import { clockMs, GRID_STEPS, STEPS_PER_SECOND, type World } from '../world/world.ts'

/** Values of a session as the game sent them. */
export interface SentValues {
  /** Every Session packet. */
  readonly sessions: SentSession[]
  /** Every participant list, by car. */
  readonly lists: { readonly sentMs: number; readonly seats: readonly SentSeat[] }[]
  /** Moments at which a recorder may join without missing a part of something. */
  readonly quiet: {
    readonly sentMs: number
    readonly clockMs: number
    /** Completed laps by car. */
    readonly lapsDone: readonly number[]
  }[]
  /** Every sample of a formation lap. */
  readonly formationMs: number[]
  /** Every sample in which cars race. */
  readonly moments: {
    readonly sentMs: number
    readonly clockMs: number
    /** Whether a car has a sector of more than 65 s on its current lap, or is about to. */
    readonly isInLongLap: boolean
  }[]
  /** One a second. */
  readonly live: LiveMoment[]
  /** The player had left the session in these times. */
  readonly absences: { readonly fromMs: number; readonly toMs: number; readonly readMs: number }[]
  /** Where flashbacks and loaded saves went. */
  readonly rewinds: { readonly sentMs: number; readonly toMs: number }[]
  /** Every sample in which someone was still driving for the result. */
  readonly racing: number[]
  /** The last lap data that was sent. */
  cars: readonly SentCar[]
  places: readonly SentPosition[]
}

export interface SentSeat {
  readonly entry: Entry
  readonly isHuman: boolean
  readonly hasCompletedLap: boolean
}

type SentCar = ReturnType<typeof sentCarOf>
type SentPosition = ReturnType<typeof sentPositionOf> & ReturnType<typeof sentEnergyOf>
export type SentSession = ReturnType<typeof sentSessionOf>

export function createSentValues(): SentValues {
  return {
    sessions: [],
    lists: [],
    quiet: [],
    formationMs: [],
    moments: [],
    live: [],
    absences: [],
    rewinds: [],
    racing: [],
    cars: [],
    places: [],
  }
}

/** Records the values of a frame; call it when the frame is sent. */
export function recordSentValues(sent: SentValues, world: World, isFirst: boolean): void {
  const sentMs = timeOf(world)
  if (isFirst || world.step % SESSION_STEPS === 0) sent.sessions.push(sentSessionOf(world))
  if (isFirst || world.step % PARTICIPANTS_STEPS === 0) {
    const seats = world.cars.map((car, index) => ({
      entry: seatOf(world, car),
      isHuman: !isShownAsAi(world, index),
      hasCompletedLap: car.laps.length > 0,
    }))
    sent.lists.push({ sentMs, seats })
  }
  if (!isSample(world)) return
  if (world.lastCarHomeMs === null) sent.racing.push(sentMs)
  if (world.step % STEPS_PER_SECOND === 0) sent.live.push(liveMomentOf(world))
  // Only the last values count, and no others can be the last.
  const losesLast = has(world.setup, 'missedLastLap')
  const mayBeLast = has(world.setup, 'leftEarly')
  if (mayBeLast || (world.lastCarHomeMs === null ? losesLast : !losesLast)) {
    sent.cars = carsLapData(world).map((lap, index) => sentCarOf(world, lap, index))
  }
  if ((mayBeLast || losesLast || world.lastCarHomeMs !== null) && isMotionDue(world)) {
    const statuses = carStatusOf(world).cars
    const motions = motionOf(world).cars
    sent.places = statuses.map((status, index) => ({
      ...sentPositionOf(world, itemAt(motions, index), index),
      ...sentEnergyOf(status),
    }))
  }
  const atClockMs = clockMs(world.setup, world.step)
  if (isQuiet(world)) {
    const lapsDone = world.cars.map(({ laps }) => laps.length)
    sent.quiet.push({ sentMs, clockMs: atClockMs, lapsDone })
  }
  if (world.step < 0) sent.formationMs.push(sentMs)
  if (world.step >= GRID_STEPS + STEPS_PER_SECOND && world.lastCarHomeMs === null) {
    sent.moments.push({ sentMs, clockMs: atClockMs, isInLongLap: isInLongLap(world) })
  }
}

/** Returns whether cars race and no car is in the pits. */
function isQuiet({ step, cars, lastCarHomeMs, stoppage, setup }: World): boolean {
  if (step < GRID_STEPS + STEPS_PER_SECOND || lastCarHomeMs !== null || stoppage) return false
  return !isRaceKind(setup.kind) || cars.every((car) => car.pit === 'none' || isOut(car))
}

/** Returns whether the car that stood beside the track for a while drives on and is still on the same lap. */
function isInLongLap({ plan, cars, track, winner }: World): boolean {
  const car = plan.stuck ? cars[plan.stuck.car] : undefined
  if (!car || !plan.stuck || car.isStuckNow || car.stuckUntilMs === null || winner) return false
  return isRacing(car) && car.lapNum === Math.floor(plan.stuck.atM / track.lengthM) + 1
}

function sentSessionOf(world: World) {
  return {
    sentMs: timeOf(world),
    timeMs: Math.round(Math.fround(clockMs(world.setup, world.step) / 1000) * 1000),
    isEmpty: isEmptyYet(world),
    leaderLap: Math.max(...world.cars.map(({ lapNum }) => lapNum)),
    forecast: sentForecastOf(world),
    sessionTimeLeft: timeLeftOf(world),
    timeOfDay: timeOfDayOf(world),
    safetyCarStatus: safetyCarStatusOf(world),
    weather: world.weather,
    trackTemp: trackTempOf(world.weather),
    airTemp: airTempOf(world.weather),
  }
}

function sentForecastOf(world: World): WeatherSample[] {
  const { kind, format, weekend } = world.setup
  if (isEmptyYet(world)) return []
  return forecastOf(world).map((sample) => ({
    sessionTypeMode: contractTypeOf(kind, format, weekend?.numbering ?? 'bothAreRace'),
    timeOffSet: sample.timeOffsetMinutes,
    forecastedWeatherCondition: sample.weather,
    trackTemperatureCelsius: sample.trackTemperature,
    trackTemperatureChange: sample.trackTemperatureChange,
    airTemperatureCelsius: sample.airTemperature,
    airTemperatureChange: sample.airTemperatureChange,
    rainPercentage: sample.rainPercentage,
  }))
}

function sentCarOf(world: World, lap: ReturnType<typeof carsLapData>[number], index: number) {
  const car = itemAt(world.cars, index)
  return {
    position: car.position,
    isRacing: isRacing(car),
    deltaToCarAhead: lap.deltaToCarInFrontMs || null,
    deltaToLeader: lap.deltaToRaceLeaderMs || null,
    currentLapInvalid: lap.currentLapInvalid === 1,
    sector: lap.sector,
    pitStatus: lap.pitStatus,
    driverStatus: lap.driverStatus,
    lapDistance: Math.round(Math.fround(lap.lapDistance)) + 0,
  }
}

function sentPositionOf(
  world: World,
  motion: ReturnType<typeof motionOf>['cars'][number],
  index: number,
) {
  return {
    tyreAgeLaps: tyreAgeLaps(itemAt(world.cars, index)),
    livePosition: {
      x: tenth(motion.worldPositionX),
      y: tenth(motion.worldPositionY),
      z: tenth(motion.worldPositionZ),
    },
    velocity: {
      x: tenth(motion.worldVelocityX),
      y: tenth(motion.worldVelocityY),
      z: tenth(motion.worldVelocityZ),
    },
  }
}

/** Null where the driver restricts their telemetry. */
function sentEnergyOf({
  fuelRemainingLaps,
  ersStoreEnergy,
  ersDeployedThisLap,
  ersDeployMode,
}: ReturnType<typeof carStatusOf>['cars'][number]) {
  return {
    fuelRemainingLaps: fuelRemainingLaps === undefined ? null : tenth(fuelRemainingLaps),
    ersStorePercent: shareOfStore(ersStoreEnergy),
    ersDeployedPercent: shareOfStore(ersDeployedThisLap),
    ersDeployMode: ersDeployMode ?? null,
  }
}

/** The store has 4 MJ; null for an energy that is not sent. */
function shareOfStore(joules: number | undefined): number | null {
  return joules === undefined ? null : Math.min(100, Math.round(Math.fround(joules) / 40_000))
}

function tenth(metres: number): number {
  return Math.round(Math.fround(metres) * 10) / 10 + 0
}
