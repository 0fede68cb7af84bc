import type { SessionDetail } from '@pitboard/contract/session'
import { classify } from '../classification.ts'
import { linksOf, DURATION_SECONDS } from '../packets/session.ts'
import { gameMinorVersionOf, gameYearOf } from '../packets/header.ts'
import { toldTypeOf } from '../session-types.ts'
import { playerCarOf } from '../entry.ts'
import { has, type Setup } from '../setup.ts'
import { isRaceKind } from '../situations.ts'
import { itemAt } from '../random.ts'
import type { Near } from './differences.ts'
import { START_MS } from './options.ts'
import { expectedDriver, hasClassification, type ExpectedDriver } from './expected-driver.ts'
import { derivedOf, raceKindOf, structureTold } from './expected-weekend.ts'
import type { Driven } from './session-script.ts'
import type { SessionTold } from './told.ts'

/** What the contract calls a session, without what only the recording side knows. */
export type ExpectedDetail = Partial<
  Omit<SessionDetail, 'drivers' | 'overtakes' | 'completeness'>
> & {
  readonly drivers: readonly ExpectedDriver[]
  readonly overtakes: readonly Partial<SessionDetail['overtakes'][number]>[]
  readonly completeness: Partial<Omit<SessionDetail['completeness'], 'framesSeen'>> & {
    readonly framesSeen: Near
  }
}

const FRAMES_WITHIN = 0.03

/** What must be stored of a session. */
export interface Expected {
  readonly uids: readonly string[]
  readonly detail: ExpectedDetail
  /** Of the events that the live page tells: kind, session time and car, sorted. */
  readonly feed: readonly string[]
  /** What happened and no recorder can know, by path: it is null or absent in the detail. */
  readonly unknowable: readonly string[]
}

/** What a recorder that joins at `joinedMs` must have stored of a session. */
export function expectedOf(setup: Setup, driven: Driven, joinedMs: number): Expected {
  const { world, told, uids } = driven
  const unknowable: string[] = []
  const isRace = isRaceKind(setup.kind)
  const heard = told.sessions.filter(({ sentMs }) => sentMs >= joinedMs)
  const first = itemAt(heard, 0)
  const last = itemAt(heard, heard.length - 1)
  const order = classify(world)
  const drivers = world.cars.map((car) =>
    expectedDriver({ setup, driven, car, place: order.indexOf(car) + 1, joinedMs, unknowable }),
  )
  const missedOvertakes = world.overtakes.filter((one) => !isSeen(setup, one, joinedMs)).length
  if (missedOvertakes > 0) unknowable.push(`overtakes: ${missedOvertakes} before joining`)
  const isFinal = hasClassification(setup)
  const safetyCars = periodsOf(setup, heard, 1, world.safetyCarPeriods)
  const virtualSafetyCars = periodsOf(setup, heard, 2, world.virtualSafetyCarPeriods)
  if (safetyCars < world.safetyCarPeriods) unknowable.push('numberOfSafetyCars: before joining')
  if (virtualSafetyCars < world.virtualSafetyCarPeriods) {
    unknowable.push('numberOfVirtualSafetyCars: before joining')
  }
  const detail: ExpectedDetail = {
    sessionId: String(uids.at(-1)),
    sessionStartTime: new Date(START_MS + first.sentMs).toISOString(),
    trackId: setup.track.id,
    trackLength: setup.track.lengthM,
    sessionType: toldTypeOf(setup.kind, setup.format, setup.weekend?.numbering ?? 'bothAreRace'),
    numberOfLaps: isRace ? setup.laps : 0,
    gameVersion: 2000 + gameYearOf(setup.format),
    gameBuild: `1.${gameMinorVersionOf(setup.format)}`,
    packetFormat: setup.format,
    isMultiplayer: setup.online,
    ...linksOf(setup),
    startTrackTemp: first.trackTemp,
    startAirTemp: first.airTemp,
    startWeather: first.weather,
    sessionTimeLeft: last.sessionTimeLeft,
    sessionDuration: DURATION_SECONDS,
    safetyCarStatus: last.safetyCarStatus,
    weather: last.weather,
    weatherForecastSamples: last.forecast,
    timeOfDay: last.timeOfDay,
    trackTemp: last.trackTemp,
    airTemp: last.airTemp,
    numberOfSafetyCars: safetyCars,
    numberOfVirtualSafetyCars: virtualSafetyCars,
    numberOfRedFlags: world.redFlagPeriods,
    overtakes: world.overtakes
      .filter((overtake) => isSeen(setup, overtake, joinedMs))
      .map(({ overtaking, overtaken, lapNum, atMs, sentMs }) => ({
        overtakingDriverIdx: overtaking,
        overtakenDriverIdx: overtaken,
        lapNum,
        overtakingTime: atMs,
        utcTime: new Date(START_MS + sentMs).toISOString(),
      })),
    weatherHistory: weatherOf(driven, heard, joinedMs),
    classification: isFinal ? 'final' : 'provisional',
    derived: derivedOf(setup, isFinal),
    weekendStructure: structureTold(setup),
    raceKind: raceKindOf(setup, unknowable),
    recorderDriverIdx: has(setup, 'spectating') ? null : playerCarOf(setup.cars),
    completeness: {
      framesSeen: framesSeenOf(setup, heard, last),
      lapsMissing: 0,
      hiddenNames: drivers.filter(({ isHuman, name }) => isHuman && name === 'Player').length,
      restrictedDrivers: drivers.filter(({ telemetryPublic }) => !telemetryPublic).length,
      classification: isFinal ? 'final' : 'provisional',
    },
    drivers,
  }
  const feed = feedOf(setup, driven, joinedMs)
  return { uids: uids.map(String), detail, feed, unknowable }
}

/** The share of the session's time; where the last lap data is lost a bit less. */
function framesSeenOf(setup: Setup, heard: readonly SessionTold[], last: SessionTold): Near {
  const earliestMs = Math.min(...heard.map(({ timeMs }) => timeMs))
  const share = has(setup, 'lateRecorder') ? 1 - earliestMs / last.timeMs : 1
  return { near: share, within: FRAMES_WITHIN }
}

/** The packet counts them since 2023; before that they are seen while they last. */
function periodsOf(
  { format }: Setup,
  heard: readonly SessionTold[],
  status: number,
  periods: number,
): number {
  if (format >= 2023) return periods
  const begun = heard.filter(
    (told, i) => told.safetyCarStatus === status && heard[i - 1]?.safetyCarStatus !== status,
  )
  return Math.min(periods, begun.length)
}

/** Kinds that the stream tells once each. */
export const FEED_KINDS: readonly string[] = ['penalty', 'warning', 'overtake', 'redFlag']

function feedOf(setup: Setup, { world }: Driven, joinedMs: number): string[] {
  const isHeard = ({ sentMs }: { readonly sentMs: number }): boolean => sentMs >= joinedMs
  return [
    ...world.cars.flatMap(({ index, penalties, warnings }) => [
      ...penalties.filter(isHeard).map(({ atMs }) => `penalty ${atMs} ${index}`),
      ...warnings.filter(isHeard).map(({ atMs }) => `warning ${atMs} ${index}`),
    ]),
    ...world.overtakes
      .filter((overtake) => isSeen(setup, overtake, joinedMs))
      .map(({ atMs, overtaking }) => `overtake ${atMs} ${overtaking}`),
    ...world.redFlags.filter(isHeard).map(({ atMs }) => `redFlag ${atMs} null`),
  ].toSorted()
}

/** Where a year has no event, an overtake shows between two lap data only. */
function isSeen(
  { format }: Setup,
  { sentMs }: { readonly sentMs: number },
  joinedMs: number,
): boolean {
  return format < 2023 && joinedMs > 0 ? sentMs > joinedMs : sentMs >= joinedMs
}

/** What a late recorder hears first is the weather of then. */
function weatherOf(
  { world }: Driven,
  heard: readonly SessionTold[],
  joinedMs: number,
): SessionDetail['weatherHistory'] {
  const turns = world.weatherTurns.filter(({ sentMs }) => sentMs >= joinedMs)
  const told = turns.map(({ atMs, sentMs: _sentMs, ...turn }) => ({ timeMs: atMs, ...turn }))
  const [first] = heard
  if (!first || turns.length === world.weatherTurns.length) return told
  const { timeMs, leaderLap, weather, trackTemp, airTemp } = first
  if (told[0]?.timeMs === timeMs) return told
  return [{ timeMs, lapNum: leaderLap, weather, trackTemp, airTemp }, ...told]
}
