import type { LapReference } from '@pitboard/contract/comparison/lap-reference'
import type { SuggestedLap, SuggestedLaps } from '@pitboard/contract/comparison/suggested-laps'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Db } from '../../platform/db/tables.ts'
import { categoryOfLap } from '../records/lap-conditions.ts'
import { findFastestTraced, findTracedRecord } from '../records/traced-bests.ts'
import { getRecordedSession } from '../sessions/store/session-queries.ts'
import { listTraces } from './stored-traces.ts'

/** Suggests laps to compare a lap with. `callerId` is the signed-in user's; it is null for a visitor. */
export async function suggestLaps(
  db: Db,
  reference: LapReference,
  callerId: string | null,
): Promise<SuggestedLaps> {
  const { sessionId, driverIdx, lap: lapNum } = reference
  const session = await getRecordedSession(db, sessionId)
  const driver = session.drivers.find((one) => one.driverIdx === driverIdx)
  if (!driver?.lapTimes[lapNum - 1]) {
    throw new ApiError(404, `Session ${sessionId} has no lap ${lapNum} of car ${driverIdx}.`)
  }
  const unlessSame = (found: SuggestedLap | null) =>
    found?.sessionId === sessionId && found.driverIdx === driverIdx && found.lapNum === lapNum
      ? null
      : found
  const { trackId, gameVersion } = session
  const category = categoryOfLap(session, driver, lapNum)
  return {
    ownBest:
      callerId === null || gameVersion === null
        ? null
        : unlessSame(await findFastestTraced(db, callerId, { trackId, gameVersion })),
    sessionFastest: unlessSame(await findSessionFastest(db, session)),
    record: category && unlessSame(await findTracedRecord(db, category)),
  }
}

async function findSessionFastest(db: Db, session: SessionDetail): Promise<SuggestedLap | null> {
  const { id: sessionId, drivers } = session
  const flagsOf = await listTraces(db, sessionId)
  const laps = drivers.flatMap(({ driverIdx, name, lapTimes }) =>
    lapTimes.flatMap(({ lapTime, invalidLap }, index): SuggestedLap[] => {
      const lapNum = index + 1
      if (lapTime === null || invalidLap || flagsOf(driverIdx, lapNum) === null) return []
      return [{ sessionId, driverIdx, lapNum, lapTimeMs: lapTime, name }]
    }),
  )
  return laps.toSorted((a, b) => a.lapTimeMs - b.lapTimeMs)[0] ?? null
}
