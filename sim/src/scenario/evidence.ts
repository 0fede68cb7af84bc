import type { Driver } from '@pitboard/contract/sessions/driver'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import type { BodyPacket, EventPacket, Packet } from '@pitboard/telemetry/formats/model'
import type { Situation } from '../setup/situations.ts'
import type { ExpectedLap } from './expected-driver.ts'
import type { ExpectedDetail } from './expected.ts'
import type { Scenario } from './scenario.ts'

/** The decoded stream of a scenario, and the expected recording of its last session. */
interface DecodedScenario {
  readonly format: number
  readonly packets: readonly Packet[]
  readonly events: readonly EventPacket[]
  readonly timing: readonly BodyPacket<'lapData'>[]
  readonly infos: readonly BodyPacket<'session'>[]
  readonly lists: readonly BodyPacket<'participants'>[]
  readonly classifications: readonly BodyPacket<'finalClassification'>[]
  readonly histories: readonly BodyPacket<'sessionHistory'>[]
  readonly detail: ExpectedDetail
  readonly drivers: ExpectedDetail['drivers']
  readonly longestGapMs: number
  readonly scenario: Scenario
}

export function decodeScenario(scenario: Scenario): DecodedScenario {
  const sent = [...scenario.datagrams()]
  const packets = sent.flatMap(({ bytes }) => {
    const packet = decodeDatagram(bytes)
    return packet.kind === 'rejected' ? [] : [packet]
  })
  const detail = scenario.sessions.at(-1)?.detail
  if (!detail) throw new Error('No session is left to look at')
  return {
    format: scenario.options.format,
    packets,
    events: packets.filter((packet) => packet.kind === 'event'),
    timing: packets.filter((packet) => packet.kind === 'lapData'),
    infos: packets.filter((packet) => packet.kind === 'session'),
    lists: packets.filter((packet) => packet.kind === 'participants'),
    classifications: packets.filter((packet) => packet.kind === 'finalClassification'),
    histories: packets.filter((packet) => packet.kind === 'sessionHistory'),
    detail,
    drivers: detail.drivers,
    longestGapMs: Math.max(...sent.map(({ atMs }, i) => atMs - (sent[i - 1]?.atMs ?? atMs))),
    scenario,
  }
}

/** Checks in the stream or in the truth that a situation occurred. */
export const evidence: Readonly<Record<Situation, (seen: DecodedScenario) => boolean>> = {
  pitStops: ({ drivers }) => drivers.some(({ pitStops }) => (pitStops ?? []).length > 0),
  neighbouringStops: ({ drivers }) =>
    drivers.some(({ pitStops }) =>
      pitStops.some(({ lapNum }, i) => lapNum === (pitStops[i - 1]?.lapNum ?? -1) + 1),
    ),
  stopGo: ({ events, drivers }) => count(events, 'SGSV') === 1 && penaltyTypes(drivers).includes(1),
  weather: ({ detail }) => (detail.weatherHistory ?? []).length > 1,
  warnings: ({ drivers }) =>
    drivers.some(({ warnings }) => warnings.length > 1) &&
    penaltyTypes(drivers).some((type) => type >= 10 && type <= 15),
  penalties: ({ drivers }) => penaltyTypes(drivers).includes(4),
  jumpStart: ({ drivers }) => {
    const types = penaltyTypes(drivers)
    return types.includes(0) && types.includes(12)
  },
  unservedPenalty: ({ drivers }) =>
    drivers.some(({ unservedDriveThroughs }) => unservedDriveThroughs > 0),
  disqualification: ({ drivers }) => hasStatus(drivers, 5),
  notClassified: ({ drivers }) => hasStatus(drivers, 6),
  retirement: ({ drivers }) => hasStatus(drivers, 7) || hasStatus(drivers, 4),
  retiredInPits: ({ drivers, timing }) =>
    hasStatus(drivers, 7) &&
    timing.some(({ cars }) => cars.some((car) => car.resultStatus === 7 && car.pitStatus === 2)),
  lappedCars: ({ drivers, detail }) =>
    drivers.some(
      ({ resultStatus, numberOfLaps }) =>
        resultStatus === 3 && (numberOfLaps ?? 0) < (detail.numberOfLaps ?? 0),
    ),
  longSector: ({ drivers }) => drivers.some(({ lapTimes }) => lapTimes.some(isLong)),
  formationLap: ({ infos, timing }) =>
    infos.some(({ safetyCarStatus }) => safetyCarStatus === 3) &&
    timing.some(({ cars }) =>
      cars.some(
        ({ carPosition, gridPosition, totalDistance }) =>
          carPosition !== gridPosition && totalDistance < 0,
      ),
    ),
  idleCars: ({ timing, drivers }) =>
    timing.some(({ cars }) => (cars[drivers.length]?.resultStatus ?? 0) === 2),
  ghosts: ({ timing, drivers, histories }) =>
    timing.some(({ cars }) => (cars[1]?.lapDistance ?? 0) > 0) &&
    drivers.length === 1 &&
    histories.some(({ carIdx }) => carIdx > 0),
  safetyCar: ({ detail }) => detail.numberOfSafetyCars === 1,
  virtualSafetyCar: ({ detail }) => detail.numberOfVirtualSafetyCars === 1,
  // The game of 2022 has none.
  redFlag: ({ detail, format, events }) =>
    format < 2023 || (detail.numberOfRedFlags === 1 && count(events, 'LGOT') === 2),
  takeover: ({ lists }) =>
    lists.some(({ cars }, i) =>
      cars.some(
        (car, idx) => car.aiControlled === 1 && lists[i - 1]?.cars[idx]?.aiControlled === 0,
      ),
    ),
  seatReused: ({ lists, drivers }) =>
    drivers.some(({ carNumber }, idx) => {
      const [first, second] = humanNumbersOf(lists, idx)
      return second !== undefined && carNumber === first
    }),
  seatReusedEarly: ({ lists, drivers }) =>
    drivers.some(({ carNumber }, idx) => {
      const [, second] = humanNumbersOf(lists, idx)
      return second !== undefined && carNumber === second
    }),
  rejoinedElsewhere: ({ drivers }) =>
    drivers.some(({ name, isHuman }, idx) => {
      const same = drivers.findIndex((other) => other.name === name)
      return isHuman && same >= 0 && same !== idx
    }),
  hiddenNames: ({ detail }) => detail.completeness.hiddenNames > 0,
  equalDrivers: ({ drivers }) => new Set(drivers.map(({ name }) => name)).size < drivers.length,
  foreignNames: ({ drivers }) => drivers.some(({ name }) => /[^ -~]/.test(name)),
  restricted: ({ detail }) => detail.completeness.restrictedDrivers > 0,
  earlyWrongAi: ({ lists, drivers }) => {
    const ai = drivers.findIndex(({ isHuman }) => !isHuman)
    return lists[0]?.cars[ai]?.aiControlled === 0 && lists.at(-1)?.cars[ai]?.aiControlled === 1
  },
  lateStaleAi: ({ lists, drivers }) =>
    drivers.some(({ isHuman }, idx) => isHuman && lists.at(-1)?.cars[idx]?.aiControlled === 1),
  spectating: ({ infos }) => infos.every(({ isSpectating }) => isSpectating === 1),
  pause: ({ longestGapMs }) => longestGapMs >= 14_000,
  restartFromMenu: ({ scenario, events }) =>
    scenario.aborted.length === 1 && count(events, 'SEND') <= scenario.sessions.length,
  restartFromPause: ({ scenario, events }) =>
    scenario.aborted.length === 1 && count(events, 'SEND') > 0,
  saveReload: ({ scenario }) => scenario.sessions.some(({ uids }) => uids.length > 1),
  flashback: ({ events }) => count(events, 'FLBK') >= 1,
  flashbackChain: ({ events }) => count(events, 'FLBK') >= 3,
  flashbackOverLine: ({ timing }) =>
    timing.some(({ cars }, i) =>
      cars.some((car, idx) => car.currentLapNum < (timing[i - 1]?.cars[idx]?.currentLapNum ?? 0)),
    ),
  flashbackUndoes: ({ events, drivers }) =>
    count(events, 'FLBK') >= 1 && count(events, 'PENA') > countIssued(drivers),
  flashbackIntoLongLap: ({ events, drivers }) =>
    count(events, 'FLBK') >= 1 && drivers.some(({ lapTimes }) => lapTimes.some(isLong)),
  leftEarly: ({ classifications, events }) =>
    classifications.length === 0 && count(events, 'SEND') === 0,
  rejoined: ({ timing }) =>
    timing.some(({ header }, i) => {
      const before = timing[i - 1]?.header
      const isLater = before !== undefined && header.sessionTime > before.sessionTime
      return isLater && header.frameIdentifier < before.frameIdentifier
    }),
  emptyFirstPackets: ({ infos }) =>
    infos[0]?.trackTemperature === 0 && (infos.at(-1)?.trackTemperature ?? 0) > 0,
  lobby: ({ packets }) => packets.some(({ kind }) => kind === 'lobbyInfo'),
  leftoverResults: ({ packets }) => packets[0]?.kind === 'finalClassification',
  eventsOnly: ({ events, infos }) =>
    events.some(({ header }) => infos.every((info) => !sameUid(info, header))),
  lateRecorder: ({ timing, infos }) =>
    (timing[0]?.header.sessionTime ?? 0) > 0 && (infos[0]?.header.sessionTime ?? 0) > 0,
  lateInPits: ({ timing }) => timing[0]?.cars.some(({ pitStatus }) => pitStatus > 0) ?? false,
  lateBetweenStops: ({ timing, drivers }) =>
    timing[0]?.cars.some(
      ({ numPitStops }, idx) => numPitStops === 1 && drivers[idx]?.pitStops.length === 2,
    ) ?? false,
  lateOnFormationLap: ({ infos, events }) =>
    infos[0]?.safetyCarStatus === 3 && count(events, 'SSTA') === 0,
  lateInLongLap: ({ timing }) =>
    timing[0]?.cars.some(
      ({ sector, currentLapTimeMs }) => sector > 0 && currentLapTimeMs > 65_535,
    ) ?? false,
  outage: ({ timing }) => hasOutage(timing),
  outageInPits: ({ timing }) => hasOutage(timing),
  outageOnInLap: ({ timing }) =>
    timing.some(({ header, cars }, i) => {
      const before = timing[i - 1]
      if (!before || header.sessionTime - before.header.sessionTime < 2.5) return false
      return cars.some((car, idx) => {
        const { pitStatus, currentLapNum = 0 } = before.cars[idx] ?? {}
        return pitStatus === 0 && car.pitStatus > 0 && car.currentLapNum > currentLapNum
      })
    }),
  lapDataFirst: ({ packets }) =>
    packets.every(
      ({ kind, header }, i) =>
        kind !== 'motion' || packets.slice(0, i).some((one) => isTimingOf(one, header)),
    ),
  anyOrderInFrame: ({ packets }) =>
    packets.some(({ kind }, i) => kind === 'motion' && packets[i - 1]?.kind === 'carStatus') &&
    packets.some(({ kind }, i) => kind === 'carStatus' && packets[i - 1]?.kind === 'motion'),
  missedLastLap: ({ timing }) =>
    timing.at(-1)?.cars.some(({ resultStatus }) => resultStatus === 2) ?? false,
  uidZeroHistory: ({ histories }) => histories.some(({ header }) => header.sessionUid === 0n),
  historiesMissing: ({ histories, detail, scenario }) =>
    histories.length === 0 &&
    (!scenario.options.situations.includes('lateRecorder') || detail.completeness.lapsMissing > 0),
  historiesRepeat: ({ histories }) =>
    histories.some((one, i) => {
      const before = histories[i - 1]
      return before?.carIdx === one.carIdx && sameFrame(before.header, one.header)
    }),
  historiesShrink: ({ histories }) =>
    histories.some((one, i) => {
      const before = histories.slice(0, i).findLast(({ carIdx }) => carIdx === one.carIdx)
      return one.numLaps < (before?.numLaps ?? 0)
    }),
  classificationRepeated: ({ classifications }) => classifications.length >= 6,
  classificationMissing: ({ classifications, infos }) =>
    classifications.every(({ header }) => infos.every((info) => !sameUid(info, header))),
  penaltiesTwice: ({ events, drivers }) => count(events, 'PENA') > countIssued(drivers),
  penaltyBurst: ({ events, drivers }) => count(events, 'PENA') > countIssued(drivers),
  penaltiesAfterEnd: ({ events }) =>
    events.some(({ code }, i) => code === 'PENA' && count(events.slice(0, i), 'SEND') > 0),
}

/** The numbers of the humans that lists have in a car, one after the other. */
function humanNumbersOf(lists: DecodedScenario['lists'], idx: number): readonly number[] {
  const seats = lists.flatMap(({ cars }) => cars[idx] ?? [])
  const humans = seats.filter(({ aiControlled }) => aiControlled === 0)
  return [...new Set(humans.map(({ raceNumber }) => raceNumber))]
}

function isLong({ sector1Time, sector2Time, sector3Time }: ExpectedLap): boolean {
  return [sector1Time, sector2Time, sector3Time].some((sector) => {
    const ms = typeof sector === 'number' ? sector : sector?.near
    return (ms ?? 0) > 65_535
  })
}

function hasOutage(timing: DecodedScenario['timing']): boolean {
  return timing.some(({ header }, i) => {
    const before = timing[i - 1]?.header.sessionTime
    return before !== undefined && header.sessionTime - before > 2.5
  })
}

function isTimingOf(packet: Packet, header: Packet['header']): boolean {
  return packet.kind === 'lapData' && sameFrame(packet.header, header)
}

function count(events: readonly EventPacket[], code: EventPacket['code']): number {
  return events.filter((event) => event.code === code).length
}

function hasStatus(drivers: DecodedScenario['drivers'], status: number): boolean {
  return drivers.some(({ resultStatus }) => resultStatus === status)
}

function penaltyTypes(drivers: DecodedScenario['drivers']): number[] {
  return drivers.flatMap(({ penalties }) => penalties.map(({ penaltyType }) => penaltyType))
}

function countIssued(drivers: readonly Pick<Partial<Driver>, 'penalties' | 'warnings'>[]): number {
  return drivers.reduce(
    (sum, { penalties = [], warnings = [] }) => sum + penalties.length + warnings.length,
    0,
  )
}

function sameUid(info: BodyPacket<'session'>, header: Packet['header']): boolean {
  return info.header.sessionUid === header.sessionUid
}

function sameFrame(a: Packet['header'], b: Packet['header']): boolean {
  return a.frameIdentifier === b.frameIdentifier && a.sessionTime === b.sessionTime
}
