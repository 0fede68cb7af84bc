import { airTempOf, trackTempOf, weatherAt } from '../world/weather.ts'
import { wireTypeOf } from '../setup/session-types.ts'
import { has, type Setup } from '../setup/setup.ts'
import { isRaceKind, type SessionKind } from '../setup/situations.ts'
import { leaderOf, sessionMs, STEPS_PER_SECOND, type World } from '../world/world.ts'

const ONLINE_CUSTOM = 15
const TIME_TRIAL = 5
const MARSHAL_ZONES = 18
export const DURATION_SECONDS = 7200
const RACE_START_MINUTES = 15 * 60
const FORECAST_MINUTES: readonly number[] = [0, 5, 10, 15, 30, 45, 60]
const NO_CHANGE = 2
const EMPTY_STEPS = 1.6 * STEPS_PER_SECOND
const SafetyCarStatus = { none: 0, full: 1, virtual: 2, formationLap: 3 } as const

export function sessionOf(world: World) {
  const { setup, track, weather } = world
  const neutral = world.safetyCar.phase !== 'none'
  const sessionType = sessionTypeOf(setup)
  const structure = structureOf(setup)
  const forecast = forecastOf(world)
  const filled = isEmptyYet(world)
    ? {}
    : {
        weather,
        trackTemperature: trackTempOf(weather),
        airTemperature: airTempOf(weather),
        numWeatherForecastSamples: forecast.length,
        weatherForecastSamples: forecast,
        forecastAccuracy: 1,
      }
  return {
    ...filled,
    totalLaps: isRaceKind(setup.kind) ? setup.laps : 1,
    trackLength: track.lengthM,
    sessionType,
    trackId: track.id,
    sessionTimeLeftSeconds: timeLeftOf(world),
    sessionDurationSeconds: DURATION_SECONDS,
    pitSpeedLimitKmh: 80,
    isSpectating: has(setup, 'spectating') ? 1 : 0,
    spectatorCarIndex: has(setup, 'spectating') ? 0 : 255,
    numMarshalZones: MARSHAL_ZONES,
    marshalZones: Array.from({ length: MARSHAL_ZONES }, (_, i) => ({
      zoneStart: i / MARSHAL_ZONES,
      zoneFlag: neutral ? 3 : 0,
    })),
    safetyCarStatus: safetyCarStatusOf(world),
    networkGame: setup.online ? 1 : 0,
    aiDifficulty: 90,
    ...linksOf(setup),
    gameMode: setup.kind === 'timeTrial' ? TIME_TRIAL : ONLINE_CUSTOM,
    ruleSet: 1,
    timeOfDayMinutes: timeOfDayOf(world),
    sessionLength: 3,
    speedUnitsLeadPlayer: 1,
    speedUnitsSecondaryPlayer: 1,
    numSafetyCarPeriods: world.safetyCarPeriods,
    numVirtualSafetyCarPeriods: world.virtualSafetyCarPeriods,
    numRedFlagPeriods: world.redFlagPeriods,
    carDamage: 2,
    collisions: 2,
    safetyCar: 2,
    redFlags: 1,
    // The first packet knows less than those that follow, as in the game.
    ...(world.ranSteps > 0
      ? { numSessionsInWeekend: structure.length, weekendStructure: structure }
      : {}),
    sector2LapDistanceStart: track.sector2Start,
    sector3LapDistanceStart: track.sector3Start,
  }
}

/** The first packets of an online session know no weather: it is all 0. */
export function isEmptyYet({ setup, ranSteps, ranStepsAtStart }: World): boolean {
  return has(setup, 'emptyFirstPackets') && ranSteps - ranStepsAtStart < EMPTY_STEPS
}

export function forecastOf(world: World) {
  return FORECAST_MINUTES.map((minutes) => forecastIn(world, minutes))
}

function forecastIn(world: World, minutes: number) {
  const { laps, track } = world.setup
  const lapsAhead = (minutes * 60_000) / 90_000
  const done = (leaderOf(world).progressM / track.lengthM + lapsAhead) / laps
  const weather = weatherAt(world.plan, done)
  return {
    sessionType: sessionTypeOf(world.setup),
    timeOffsetMinutes: minutes,
    weather: Math.max(world.weather, weather),
    trackTemperature: trackTempOf(weather),
    trackTemperatureChange: NO_CHANGE,
    airTemperature: airTempOf(weather),
    airTemperatureChange: NO_CHANGE,
    rainPercentage: [3, 12, 35, 80][weather] ?? 80,
  }
}

function sessionTypeOf({ kind, format, weekend }: Setup): number {
  return wireTypeOf(kind, format, weekend?.numbering ?? 'bothAreRace')
}

/** The types of the weekend's sessions in their order. */
export function structureOf(setup: Setup): number[] {
  const { format, weekend } = setup
  const numbering = weekend?.numbering ?? 'bothAreRace'
  return weekendKindsOf(setup).map((kind) => wireTypeOf(kind, format, numbering))
}

/** A race that is part of no weekend comes after a short qualifying. */
export function weekendKindsOf({ kind, weekend }: Setup): readonly SessionKind[] {
  return weekend?.kinds ?? (kind === 'race' ? ['shortQualifying', 'race'] : [kind])
}

/** All zero in a time trial. */
export function linksOf({ uid, kind, weekend }: Setup) {
  const link = kind === 'timeTrial' ? -2 : (weekend?.link ?? Number(uid & 0x7fff_ffffn))
  if (link < 0)
    return { seasonLinkIdentifier: 0, weekendLinkIdentifier: 0, sessionLinkIdentifier: 0 }
  return {
    seasonLinkIdentifier: link,
    weekendLinkIdentifier: link + 1,
    sessionLinkIdentifier: weekend?.sessionLink ?? link + 2,
  }
}

export function safetyCarStatusOf({ step, safetyCar }: World): number {
  if (step < 0) return SafetyCarStatus.formationLap
  if (safetyCar.phase === 'virtual') return SafetyCarStatus.virtual
  return safetyCar.phase === 'none' ? SafetyCarStatus.none : SafetyCarStatus.full
}

export function timeLeftOf(world: World): number {
  return Math.max(0, DURATION_SECONDS - secondsOf(world))
}

export function timeOfDayOf(world: World): number {
  return RACE_START_MINUTES + Math.floor(secondsOf(world) / 60)
}

function secondsOf({ step }: World): number {
  return Math.round(sessionMs(step) / 1000)
}
