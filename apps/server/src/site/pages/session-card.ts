import type { Driver } from '@pitboard/contract/sessions/driver'
import { isRaceType, resultCode } from '@pitboard/contract/wire/enumerations'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { Db } from '../../platform/db/tables.ts'
import { nameOf } from '../../accounts/users/queries.ts'
import { type ReportCard, reportCard } from './report-card.ts'
import { formatTime } from './format-time.ts'
import { createFindFromDetail } from './find-from-detail.ts'

/** The head and the picture of a session's page show these facts. */
export interface SessionCard {
  readonly id: string
  readonly trackName: string
  readonly sessionType: number
  readonly raceKind: 'sprint' | 'main' | null
  readonly startedAt: Date
  readonly userName: string
  readonly state: 'live' | 'provisional' | 'final'
  /** It is the lap of the leader; 0 before the start. */
  readonly lap: number
  /** It is 0 where the session runs by time. */
  readonly laps: number
  readonly driverCount: number
  /** The rows are the first of the order. */
  readonly rows: readonly CardRow[]
  readonly outline: SessionDetail['trackOutline']
  /** It is null for a session that is being driven, that is not a race, or that nobody has won. */
  readonly report: ReportCard | null
}

interface CardRow {
  readonly place: number
  readonly name: string
  readonly colour: string
  /** The first one has a time, the others have gaps; it is empty where nothing is known. */
  readonly time: string
}

const ROWS = 6

function cardOfRecorded(detail: SessionDetail): SessionCard {
  return card(detail, detail.classification)
}

export function cardOfLive(session: LiveSession): SessionCard {
  return card(session, 'live')
}

/**
 * Describes a session that is being driven from its row: this server does not have its room, or not yet
 * after a restart.
 */
export async function findCardWithoutRoom(db: Db, id: string): Promise<SessionCard | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('live_session')
    .innerJoin('session', 'session.id', 'session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['track_name', 'session_type', 'started_at', 'number_of_laps', 'username', 'user.id'])
    .where('session_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    state: 'live',
    trackName: row.track_name,
    sessionType: row.session_type,
    raceKind: null,
    startedAt: row.started_at,
    userName: nameOf(row),
    lap: 0,
    laps: row.number_of_laps ?? 0,
    driverCount: 0,
    rows: [],
    outline: [],
    report: null,
  }
}

function card(session: SessionDetail, state: SessionCard['state']): SessionCard {
  const { drivers } = session
  const order = drivers
    .flatMap((driver) => {
      const place = placeOf(driver)
      return place === null ? [] : [{ driver, place }]
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ driver }) => driver)
  const [first] = order
  return {
    id: session.id,
    trackName: session.trackName,
    sessionType: session.sessionType,
    raceKind: session.raceKind ?? null,
    startedAt: new Date(session.sessionStartTime),
    userName: session.userName,
    state,
    lap: first?.currentLapNumber ?? 0,
    laps: session.numberOfLaps ?? 0,
    driverCount: drivers.length,
    rows: order.slice(0, ROWS).map((driver, index) => ({
      place: index + 1,
      name: driver.name,
      colour: driver.teamColour,
      time: first ? timeOf(driver, first, session.sessionType, state) : '',
    })),
    outline: session.trackOutline,
    report: state === 'live' ? null : reportCard(session),
  }
}

function placeOf(driver: Driver): number | null {
  return driver.finishingPosition ?? driver.position
}

function timeOf(
  driver: Driver,
  first: Driver,
  sessionType: number,
  state: SessionCard['state'],
): string {
  if (!isRaceType(sessionType)) {
    if (driver.bestLapTimeMs === null) return ''
    if (driver === first || first.bestLapTimeMs === null) return formatTime(driver.bestLapTimeMs)
    return formatGap(driver.bestLapTimeMs - first.bestLapTimeMs)
  }
  if (state === 'live') return driver === first ? '' : formatGap(driver.deltaToLeader)
  const code = resultCode(driver.resultStatus)
  if (code !== null) return code
  const timeMs = finalTimeMs(driver)
  if (timeMs === null) return ''
  if (driver === first) return formatTime(timeMs)
  const lapsDown = (first.numberOfLaps ?? 0) - (driver.numberOfLaps ?? first.numberOfLaps ?? 0)
  if (lapsDown > 0) return `+${lapsDown} L`
  const firstMs = finalTimeMs(first)
  return firstMs === null ? '' : formatGap(timeMs - firstMs)
}

/** Returns the race time including the penalties that were added to it. */
function finalTimeMs({ totalRaceTime, totalPenaltiesSeconds }: Driver): number | null {
  return totalRaceTime === null ? null : totalRaceTime + totalPenaltiesSeconds * 1000
}

function formatGap(ms: number | null): string {
  if (ms === null || ms < 0) return ''
  return ms >= 60_000 ? `+${formatTime(ms)}` : `+${(ms / 1000).toFixed(3)}`
}

/** Returns undefined for an unknown session. */
export type FindCard = (id: string) => Promise<SessionCard | undefined>

export function createFindCard(db: Db): FindCard {
  return createFindFromDetail(db, cardOfRecorded)
}
