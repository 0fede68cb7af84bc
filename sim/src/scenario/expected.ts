import { itemAt } from '@pitboard/contract/wire/item-at'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { classify } from '../world/classification.ts'
import { DURATION_SECONDS, linksOf, structureOf, weekendKindsOf } from '../packets/session.ts'
import { gameMinorVersionOf, gameYearOf } from '../packets/header.ts'
import { contractTypeOf } from '../setup/session-types.ts'
import { playerCarOf } from '../setup/entries.ts'
import { has, type Setup } from '../setup/setup.ts'
import { isRaceKind } from '../setup/situations.ts'
import type { LiveMoment } from './live.ts'
import type { Near } from './differences.ts'
import { START_MS } from './options.ts'
import { reads, type Reception, receives } from './reception.ts'
import {
  expectedDriver,
  type ExpectedDriver,
  hasClassification,
  isOrderKnown,
} from './expected-driver.ts'
import type { DrivenSession } from './session-script.ts'
import type { SentSession } from './sent-values.ts'

/** The server names them when it stores a session; no datagram has them. */
type OfServer = 'id' | 'internalSessionId' | 'userId' | 'userName' | 'origin'
/**
 * The simulator expects no values in these fields: the name follows from the id of the track, the feed is compared
 * separately (`Expected.feed`), and other tests cover the end, the outline and the settings.
 */
type WithoutTruth = 'trackName' | 'events' | 'sessionEndTime' | 'trackOutline' | 'settings'

/** A new field of a session does not compile before it is expected here, or listed above with its reason. */
export type ExpectedDetail = Omit<
  Required<SessionDetail>,
  OfServer | WithoutTruth | 'drivers' | 'overtakes' | 'completeness'
> & {
  readonly drivers: readonly ExpectedDriver[]
  readonly overtakes: readonly Partial<SessionDetail['overtakes'][number]>[]
  readonly completeness: Omit<Required<SessionDetail['completeness']>, 'framesSeen'> & {
    readonly framesSeen: Near
  }
}

const LISTS_EVERY_MS = 5000
const FRAMES_WITHIN = 0.03
const FRAME_MS = 100

/** The expected recording of a session. */
export interface Expected {
  readonly uids: readonly string[]
  readonly detail: ExpectedDetail
  /** Events of the live feed: kind, session time and car, sorted. */
  readonly feed: readonly string[]
  /** What the live document shows, one moment a second. */
  readonly live: readonly LiveMoment[]
  /** Paths of values that no recorder can know; they are null or absent in the detail. */
  readonly unknowable: readonly string[]
}

/** The expected recording of a session with this reception. */
export function expectedOf(setup: Setup, driven: DrivenSession, reception: Reception): Expected {
  const { world, sent, uids } = driven
  const unknowable: string[] = []
  const isRace = isRaceKind(setup.kind)
  const received = sent.sessions.filter(({ sentMs }) => reads(reception, sentMs))
  const first = itemAt(received, 0)
  const last = itemAt(received, received.length - 1)
  const firstWeather = received.find(({ isEmpty }) => !isEmpty) ?? first
  const order = classify(world)
  const drivers = world.cars.map((car) =>
    expectedDriver({
      setup,
      driven,
      car,
      place: order.indexOf(car) + 1,
      reception,
      unknowable,
    }),
  )
  const missedOvertakes = world.overtakes.filter((one) => !isSeen(setup, one, reception)).length
  if (missedOvertakes > 0) unknowable.push(`overtakes: ${missedOvertakes} before joining`)
  const isFinal = hasClassification(setup)
  const safetyCars = periodsOf(setup, received, 1, world.safetyCarPeriods)
  const virtualSafetyCars = periodsOf(setup, received, 2, world.virtualSafetyCarPeriods)
  if (safetyCars < world.safetyCarPeriods) unknowable.push('numberOfSafetyCars: before joining')
  if (virtualSafetyCars < world.virtualSafetyCarPeriods) {
    unknowable.push('numberOfVirtualSafetyCars: before joining')
  }
  const missingLaps = drivers.flatMap(({ driverIdx, lapTimes }) =>
    lapTimes.flatMap(({ lapTime }, index) =>
      lapTime === null ? [{ driverIdx, lapNum: index + 1 }] : [],
    ),
  )
  const detail: ExpectedDetail = {
    sessionId: String(uids.at(-1)),
    sessionStartTime: new Date(START_MS + first.sentMs).toISOString(),
    trackId: setup.track.id,
    trackLength: setup.track.lengthM,
    sessionType: contractTypeOf(
      setup.kind,
      setup.format,
      setup.weekend?.numbering ?? 'bothAreRace',
    ),
    numberOfLaps: isRace ? setup.laps : 0,
    gameVersion: 2000 + gameYearOf(setup.format),
    gameBuild: `1.${gameMinorVersionOf(setup.format)}`,
    packetFormat: setup.format,
    isMultiplayer: setup.online,
    ...linksOf(setup),
    startTrackTemp: firstWeather.trackTemp,
    startAirTemp: firstWeather.airTemp,
    startWeather: firstWeather.weather,
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
      .filter((overtake) => isSeen(setup, overtake, reception))
      .map(({ overtaking, overtaken, lapNum, atMs, sentMs }) => ({
        overtakingDriverIdx: overtaking,
        overtakenDriverIdx: overtaken,
        lapNum,
        overtakingTime: atMs,
        utcTime: new Date(START_MS + sentMs).toISOString(),
      })),
    weatherHistory: weatherOf(received, sent.rewinds),
    classification: isFinal ? 'final' : 'provisional',
    derived: derivedOf(setup, isFinal, isOrderKnown({ setup, driven, reception })),
    weekendStructure: expectedStructure(setup),
    raceKind: raceKindOf(setup, unknowable),
    recorderDriverIdx: has(setup, 'spectating') ? null : playerCarOf(setup.cars),
    completeness: {
      framesSeen: framesSeenOf(reception, received, last),
      lapsMissing: missingLaps.length,
      missingLaps,
      hiddenNames: drivers.filter(({ isHuman, name }) => isHuman && name === 'Player').length,
      restrictedDrivers: drivers.filter(({ telemetryPublic }) => !telemetryPublic).length,
      classification: isFinal ? 'final' : 'provisional',
    },
    drivers,
  }
  const feed = feedOf(setup, driven, reception)
  // A late recorder knows the drivers once it has received a list of them.
  const listedMs = reception.joinedMs > 0 ? reception.joinedMs + LISTS_EVERY_MS : 0
  const live = sent.live.filter(
    ({ sentMs }) =>
      sentMs >= listedMs && sentMs <= reception.timingEndsMs && reads(reception, sentMs),
  )
  return { uids: uids.map(String), detail, feed, live, unknowable }
}

/** The share of the session's time; where the last lap data is lost a bit less. */
function framesSeenOf(
  { joinedMs, outages }: Reception,
  received: readonly SentSession[],
  last: SentSession,
): Near {
  const earliestMs = Math.min(...received.map(({ timeMs }) => timeMs))
  const missedMs = joinedMs > 0 ? earliestMs : 0
  if (outages.length === 0) return { near: 1 - missedMs / last.timeMs, within: FRAMES_WITHIN }
  // What was lost may be driven again after a flashback, and outages may overlap.
  const lostMs = outages.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const share = lostMs / 2 / last.timeMs
  return { near: 1 - missedMs / last.timeMs - share, within: share + FRAMES_WITHIN }
}

/** The packet counts them since 2023; before that they are seen while they last. */
function periodsOf(
  { format }: Setup,
  received: readonly SentSession[],
  status: number,
  periods: number,
): number {
  if (format >= 2023) return periods
  const begun = received.filter(
    (packet, i) => packet.safetyCarStatus === status && received[i - 1]?.safetyCarStatus !== status,
  )
  return Math.min(periods, begun.length)
}

/** Kinds of events that the stream sends once each. */
export const FEED_KINDS: readonly string[] = ['penalty', 'warning', 'overtake', 'redFlag']

function feedOf(setup: Setup, { world }: DrivenSession, reception: Reception): string[] {
  const isReceived = ({ sentMs }: { readonly sentMs: number }): boolean =>
    receives(reception, sentMs)
  return [
    ...world.cars.flatMap(({ index, penalties, warnings }) => [
      ...penalties.filter(isReceived).map(({ atMs }) => `penalty ${atMs} ${index}`),
      ...warnings.filter(isReceived).map(({ atMs }) => `warning ${atMs} ${index}`),
    ]),
    ...world.overtakes
      .filter((overtake) => isSeen(setup, overtake, reception))
      .map(({ atMs, overtaking }) => `overtake ${atMs} ${overtaking}`),
    ...world.redFlags.filter(isReceived).map(({ atMs }) => `redFlag ${atMs} null`),
  ].toSorted()
}

/** Where a year has no event, an overtake shows between two lap data only. */
function isSeen(
  { format }: Setup,
  { sentMs }: { readonly sentMs: number },
  reception: Reception,
): boolean {
  if (!receives(reception, sentMs)) return false
  const { joinedMs, outages } = reception
  const isFirstReceived = sentMs === joinedMs && joinedMs > 0
  const isAfterOutage = outages.some(
    ({ toMs, readMs }) => sentMs >= toMs && sentMs - readMs < FRAME_MS,
  )
  return format >= 2023 || !(isFirstReceived || isAfterOutage)
}

/** Every change that a Session packet shows which knows the weather; a flashback undoes changes. */
function weatherOf(
  received: readonly SentSession[],
  rewinds: DrivenSession['sent']['rewinds'],
): SessionDetail['weatherHistory'] {
  let history: SessionDetail['weatherHistory'] = []
  let before = -Infinity
  for (const { sentMs, timeMs, leaderLap, isEmpty, weather, trackTemp, airTemp } of received) {
    for (const { sentMs: rewoundMs, toMs } of rewinds) {
      if (rewoundMs < before || rewoundMs >= sentMs) continue
      history = history.filter((change) => change.timeMs <= toMs)
    }
    before = sentMs
    const last = history.at(-1)
    const isSame =
      last?.weather === weather && last.trackTemp === trackTemp && last.airTemp === airTemp
    if (isEmpty || isSame) continue
    history = [...history, { timeMs, lapNum: leaderLap, weather, trackTemp, airTemp }]
  }
  return history
}

/** Empty before 2024. */
function expectedStructure(setup: Setup): number[] {
  if (setup.format < 2024) return []
  return weekendKindsOf(setup).map((kind) => contractTypeOf(kind, setup.format, numberingOf(setup)))
}

/** Derives the kind of race from the order of the weekend, because the numbers do not distinguish sprint and race. */
function raceKindOf(setup: Setup, unknowable: string[]): 'sprint' | 'main' | null {
  const { kind, format, weekend } = setup
  if (!isRaceKind(kind)) return null
  const isAmbiguous =
    numberingOf(setup) === 'bothAreRace' &&
    structureOf(setup).length > 1 &&
    !weekend?.isFullyRecorded
  const hasSprint = weekend?.kinds.includes('sprint') ?? false
  if (format < 2024 || (isAmbiguous && hasSprint)) {
    unknowable.push('raceKind')
    return null
  }
  return kind === 'sprint' ? 'sprint' : 'main'
}

function numberingOf({ weekend }: Setup) {
  return weekend?.numbering ?? 'bothAreRace'
}

/** Returns what a year does not send and is made of other data, in the words of the contract. */
function derivedOf(setup: Setup, isFinal: boolean, isDecided: boolean): string[] {
  const { kind, format } = setup
  const isRace = isRaceKind(kind)
  return [
    ...(format < 2023 && isRace ? ['overtakes'] : []),
    ...(isRace && (format < 2023 || isDecided)
      ? ['drivers.deltaToCarAhead', 'drivers.deltaToLeader']
      : []),
    ...(format < 2023
      ? ['numberOfSafetyCars', 'numberOfVirtualSafetyCars', 'drivers.totalCornerCutWarnings']
      : []),
    ...(isFinal ? [] : ['drivers.finishingPosition']),
    ...(isFinal || !isRace ? [] : ['drivers.totalRaceTime']),
  ]
}
