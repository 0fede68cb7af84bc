import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import type { BodyPacket } from '@pitboard/telemetry/formats/model'
import type { Sent } from '../packets/broadcast.ts'
import { differences } from './differences.ts'
import type { Expected } from './expected.ts'
import type { ExpectedDriver, ExpectedLap } from './expected-driver.ts'

/** Histories and classifications that a stream delivered, by session UID. */
interface Delivered {
  readonly classified: Set<string>
  /** The keys name the session UID and the car. */
  readonly histories: Map<string, BodyPacket<'sessionHistory'>[]>
}

export function deliveredBy(stream: Iterable<Sent>): Delivered {
  const delivered: Delivered = { classified: new Set(), histories: new Map() }
  for (const { bytes } of stream) {
    const packet = decodeDatagram(bytes)
    if (packet.kind === 'finalClassification') {
      delivered.classified.add(String(packet.header.sessionUid))
    }
    if (packet.kind !== 'sessionHistory') continue
    const key = `${packet.header.sessionUid} ${packet.carIdx}`
    const known = delivered.histories.get(key) ?? []
    delivered.histories.set(key, [...known.slice(-LATEST), packet])
  }
  return delivered
}

/** Enough for everything after the last flashback, which voids older histories. */
const LATEST = 400

/**
 * Errors of a session that was recorded over a bad network: laps, sectors, stints and result must be
 * right if a history or a classification delivered them, and otherwise right, null or missing.
 */
export function faultsDespiteLoss(
  { uids, detail }: Expected,
  actual: SessionDetail | undefined,
  delivered: Delivered,
): string[] {
  if (!actual) return [`${uids.join()}: not stored`]
  const isClassified = uids.some((uid) => delivered.classified.has(uid))
  const faults: string[] = []
  for (const [i, driver] of detail.drivers.entries()) {
    const found = actual.drivers.find(({ driverIdx }) => driverIdx === driver.driverIdx)
    const path = `drivers.${i}`
    if (!found) {
      faults.push(`${path}: missing`)
      continue
    }
    const histories = uids.flatMap((uid) => delivered.histories.get(`${uid} ${i}`) ?? [])
    faults.push(...lapFaults(driver, found.lapTimes, histories, path))
    if (!isClassified) continue
    faults.push(...differences(resultOf(driver), found, path))
  }
  return faults
}

/** Fields that a classification delivers. */
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
    const isDelivered = histories.some(({ numLaps, laps: sent }) => {
      const one = sent[i]
      return i < numLaps && one?.lapTimeMs === lap.lapTime && one?.sector2TimeMs === lap.sector2Time
    })
    const at = `${path}.lapTimes.${i}`
    if (isDelivered) return differences(timesOf(lap), actual[i] ?? null, at)
    const got = actual[i]
    if (!got) return []
    return differences(timesOf(lap), got, at).filter((fault) => !fault.endsWith('got null'))
  })
}

/** Lap times without validity, which may change later in a lost datagram. */
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
