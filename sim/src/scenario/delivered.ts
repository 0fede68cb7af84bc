import type { Lap } from '@pitboard/contract/driver'
import type { SessionDetail } from '@pitboard/contract/session'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import type { BodyPacket } from '@pitboard/telemetry/formats/model'
import type { Sent } from '../packets/broadcast.ts'
import { itemAt } from '../setup/random.ts'
import { differences } from './differences.ts'
import type { Expected } from './expected.ts'
import type { ExpectedDriver, ExpectedLap } from './expected-driver.ts'

/** What the histories and classifications of a stream say, by session UID. */
export interface Delivered {
  readonly classified: Set<string>
  /** By UID and car. */
  readonly histories: Map<string, BodyPacket<'sessionHistory'>[]>
}

export function deliveredBy(stream: Iterable<Sent>): Delivered {
  const carried: Delivered = { classified: new Set(), histories: new Map() }
  for (const { bytes } of stream) {
    const packet = decodeDatagram(bytes)
    if (packet.kind === 'finalClassification') {
      carried.classified.add(String(packet.header.sessionUid))
    }
    if (packet.kind !== 'sessionHistory') continue
    const key = `${packet.header.sessionUid} ${packet.carIdx}`
    const known = carried.histories.get(key) ?? []
    carried.histories.set(key, [...known.slice(-LATEST), packet])
  }
  return carried
}

/** Enough for what came after the last flashback, which voids the older ones. */
const LATEST = 400

/**
 * Where a session that was heard through a bad network is wrong: laps, sectors, stints and
 * result must be right where a history or a classification that arrived tells them, and null or
 * missing, never other than they were, where none does.
 */
export function faultsDespiteLoss(
  { uids, detail }: Expected,
  actual: SessionDetail | undefined,
  carried: Delivered,
): string[] {
  if (!actual) return [`${uids.join()}: not stored`]
  const isClassified = uids.some((uid) => carried.classified.has(uid))
  const faults: string[] = []
  for (const [i, driver] of detail.drivers.entries()) {
    const found = actual.drivers.find(({ driverIdx }) => driverIdx === driver.driverIdx)
    const path = `drivers.${i}`
    if (!found) {
      faults.push(`${path}: missing`)
      continue
    }
    const histories = uids.flatMap((uid) => carried.histories.get(`${uid} ${i}`) ?? [])
    faults.push(...lapFaults(driver, found.lapTimes, histories, path))
    if (!isClassified) continue
    faults.push(...differences(resultOf(driver), found, path))
  }
  return faults
}

/** A classification carries all of it, and the stints as well. */
function resultOf(driver: ExpectedDriver) {
  const { finishingPosition, resultStatus, numberOfLaps, totalRaceTime, tyres } = driver
  const { startingPosition, totalPenaltiesSeconds } = driver
  const result = { finishingPosition, resultStatus, numberOfLaps, totalRaceTime, tyres }
  return { ...result, startingPosition, totalPenaltiesSeconds }
}

function lapFaults(
  driver: ExpectedDriver,
  actual: readonly Lap[],
  histories: readonly BodyPacket<'sessionHistory'>[],
  path: string,
): string[] {
  const laps = driver.lapTimes
  return laps.flatMap((lap, i) => {
    const told = histories.some(({ numLaps, laps: sent }) => {
      const one = sent[i]
      return i < numLaps && one?.lapTimeMs === lap.lapTime && one?.sector2TimeMs === lap.sector2Time
    })
    const at = `${path}.lapTimes.${i}`
    if (told) return differences(timesOf(lap), actual[i] ?? null, at)
    const got = actual[i]
    if (!got) return []
    return differences(timesOf(lap), got, at).filter((fault) => !fault.endsWith('got null'))
  })
}

/** Whether a lap counts may change after it; the last word on it can be lost. */
function timesOf({
  lapTime,
  sector1Time,
  sector2Time,
  sector3Time,
}: ExpectedLap): Partial<ExpectedLap> {
  return { lapTime, sector1Time, sector2Time, sector3Time }
}

export function sessionOf(sessions: readonly SessionDetail[], { uids }: Expected) {
  return sessions.find(({ sessionId }) => sessionId === itemAt(uids, uids.length - 1))
}
