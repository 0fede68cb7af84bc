import { airTempOf, trackTempOf } from '../world/weather.ts'
import { leaderOf, sessionMs, type World } from '../world/world.ts'

const RACE = 15
const ONLINE_CUSTOM = 15
const MARSHAL_ZONES = 18
const DURATION_SECONDS = 7200
const RACE_START_MINUTES = 15 * 60
const FORECAST_MINUTES: readonly number[] = [0, 5, 10, 15, 30, 45, 60]
const NO_CHANGE = 2
const FullSafetyCar = 1

export function sessionOf(world: World) {
  const { setup, track, weather } = world
  const neutral = world.safetyCar.phase !== 'none'
  const seconds = Math.round(sessionMs(world.step) / 1000)
  const forecast = FORECAST_MINUTES.map((minutes) => forecastIn(world, minutes))
  const link = Number(setup.uid & 0x7fff_ffffn)
  return {
    weather,
    trackTemperature: trackTempOf(weather),
    airTemperature: airTempOf(weather),
    totalLaps: setup.laps,
    trackLength: track.lengthM,
    sessionType: RACE,
    trackId: track.id,
    sessionTimeLeftSeconds: Math.max(0, DURATION_SECONDS - seconds),
    sessionDurationSeconds: DURATION_SECONDS,
    pitSpeedLimitKmh: 80,
    spectatorCarIndex: 255,
    numMarshalZones: MARSHAL_ZONES,
    marshalZones: Array.from({ length: MARSHAL_ZONES }, (_, i) => ({
      zoneStart: i / MARSHAL_ZONES,
      zoneFlag: neutral ? 3 : 0,
    })),
    safetyCarStatus: neutral ? FullSafetyCar : 0,
    networkGame: 1,
    numWeatherForecastSamples: forecast.length,
    weatherForecastSamples: forecast,
    forecastAccuracy: 1,
    aiDifficulty: 90,
    seasonLinkIdentifier: link,
    weekendLinkIdentifier: link + 1,
    sessionLinkIdentifier: link + 2,
    gameMode: ONLINE_CUSTOM,
    ruleSet: 1,
    timeOfDayMinutes: RACE_START_MINUTES + Math.floor(seconds / 60),
    sessionLength: 3,
    speedUnitsLeadPlayer: 1,
    speedUnitsSecondaryPlayer: 1,
    numSafetyCarPeriods: world.safetyCarPeriods,
    carDamage: 2,
    collisions: 2,
    safetyCar: 2,
    redFlags: 1,
    // As in the game, the first packet knows less than those that follow.
    ...(world.step > 0 ? { numSessionsInWeekend: 2, weekendStructure: [8, RACE] } : {}),
    sector2LapDistanceStart: track.sector2Start,
    sector3LapDistanceStart: track.sector3Start,
  }
}

function forecastIn(world: World, minutes: number) {
  const { laps, track } = world.setup
  const lapsAhead = (minutes * 60_000) / 90_000
  const done = (leaderOf(world).progressM / track.lengthM + lapsAhead) / laps
  const weather = world.plan.weather.findLast(({ at }) => done >= at)?.weather ?? 0
  return {
    sessionType: RACE,
    timeOffsetMinutes: minutes,
    weather: Math.max(world.weather, weather),
    trackTemperature: trackTempOf(weather),
    trackTemperatureChange: NO_CHANGE,
    airTemperature: airTempOf(weather),
    airTemperatureChange: NO_CHANGE,
    rainPercentage: [3, 12, 35, 80][weather] ?? 80,
  }
}
