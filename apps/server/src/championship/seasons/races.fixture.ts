import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { createDriving } from '../../racing/live/driving.fixture.ts'
import { recordSession } from '../../racing/sessions/store/session-queries.ts'
import { toHighlights } from '../../racing/sessions/store/session-highlights.ts'
import type { TestServer } from '../../testing/server.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'

export interface Race {
  /** The names stand in the order in which the drivers finished. */
  readonly names: readonly string[]
  /** This session is recorded again; a new one by default. */
  readonly id?: string
  readonly trackId?: number
  readonly sessionType?: number
  readonly startedAt?: string
  readonly laps?: number
  readonly raceKind?: 'sprint' | 'main' | null
  /** The named cars are in the result and never drove. */
  readonly outOfRace?: readonly string[]
  /** It is the index of the car that the user drove; null for a spectator. */
  readonly recorderDriverIdx?: number | null
}

/** Records a race as if it had been driven; returns its id. The car of place 1 has the index 0. */
export async function recordRace(
  { context }: TestServer,
  userId: string,
  race: Race,
): Promise<string> {
  const { names, trackId = 7, sessionType = SessionType.Race, laps = 10, raceKind = null } = race
  const { recorderDriverIdx = null, outOfRace = [] } = race
  const id = race.id ?? context.newId()
  const columns = sessionColumns(userId, {
    game_session_id: id,
    track_id: trackId,
    session_type: sessionType,
    number_of_laps: laps,
    started_at: new Date(race.startedAt ?? '2026-03-01T14:00:00Z'),
  })
  const grid = createDriving(names.length).source.read(null, 0, 0)
  const drivers = grid.drivers.map((driver, index) => ({
    ...driver,
    name: names[index] ?? '',
    team: `Team ${1 + (index >> 1)}`,
    isHuman: true,
    position: index + 1,
    finishingPosition: index + 1,
    startingPosition: index + 1,
    resultStatus: outOfRace.includes(names[index] ?? '')
      ? ResultStatus.Inactive
      : ResultStatus.Finished,
    numberOfLaps: laps,
    totalPenaltiesSeconds: 0,
    totalRaceTime: 900_000 + index * 2_000,
    bestLapTimeMs: 85_000 + index * 100,
  }))
  const document = {
    ...grid,
    id,
    drivers,
    trackId,
    sessionType,
    raceKind,
    numberOfLaps: laps,
    classification: 'final',
    recorderDriverIdx,
  } satisfies SessionDetail
  const highlights = JSON.stringify(toHighlights(document))
  const row = { ...columns, classification: document.classification, highlights }
  await recordSession(context.db, id, recorded(row, document))
  return id
}
