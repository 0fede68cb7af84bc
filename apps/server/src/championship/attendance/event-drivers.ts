import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import type { Db } from '../../platform/db/tables.ts'
import { readApprovedClaims } from '../seasons/roster/driver-users.ts'
import { type DriverItem, readRosterItems } from '../seasons/roster/roster-items.ts'
import {
  type CalendarEvent,
  readEvents,
  type SeasonRecord,
  sortCalendar,
} from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { createFindBan, readBans } from '../stewards/bans.ts'
import { readRule } from './attendance-rule.ts'
import { readAnswers } from './stored-answers.ts'

/** The event has a date, and the roster has these drivers for it. */
export interface StaffedEvent {
  readonly event: CalendarEvent
  readonly startsAt: Date
  readonly deadlineAt: Date
  /** Regular drivers come first, then reserves, both in the order of the roster. */
  readonly drivers: readonly EventDriver[]
}

type Season = Pick<SeasonRecord, 'id' | 'aliases' | 'tiers'>

/** Reads the events of a season that have not begun; the list is empty if its drivers are not asked. */
export async function readStaffedEvents(
  db: Db,
  season: Season,
  now: Date,
): Promise<StaffedEvent[]> {
  return (await readDatedEvents(db, season, now)).filter(({ startsAt }) => startsAt > now)
}

/** Reads events that have begun, too. */
export async function readDatedEvents(db: Db, season: Season, now: Date): Promise<StaffedEvent[]> {
  const { deadlineHours } = await readRule(db, season.id)
  if (deadlineHours === null) return []
  const events = sortCalendar(await readEvents(db, [season.id]))
  const { drivers } = await readRosterItems(db, season.id)
  const claims = await readApprovedClaims(db, season.id)
  const resolveName = createResolveName(season.aliases)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const findAnswer = await readAnswers(db, season.id)
  const findBan = createFindBan(await readBans(db, season))
  const placeOf = (id: string | null) => events.findIndex((event) => event.id === id)
  return events.flatMap((event, place) => {
    const startsAt = event.starts_at === null ? null : new Date(event.starts_at)
    if (startsAt === null) return []
    const deadlineAt = new Date(startsAt.getTime() - deadlineHours * 3_600_000)
    const entries = [...drivers].filter(
      ([, { fromEventId, toEventId }]) =>
        placeOf(fromEventId) <= place && (placeOf(toEventId) === -1 || placeOf(toEventId) >= place),
    )
    const present = ([driverId, driver]: [string, DriverItem]): EventDriver => {
      const userId = users.get(resolveName(driver.name)) ?? null
      const row = findAnswer(event.id, { userId, driverId })
      const wasCalledUp = driver.isReserve && (row?.called_up_at ?? null) !== null
      const answer = row?.answer ?? null
      const ban = findBan(resolveName(driver.name), event.id)
      const isBarred = ban === 'race'
      return {
        driverId,
        userId,
        name: driver.name,
        tier: driver.tier,
        isReserve: driver.isReserve,
        // Reserves who have declined are asked no more, and may change their mind.
        isCalledUp: wasCalledUp && answer !== 'declined' && !isBarred,
        mayAnswer: !isBarred && (now < deadlineAt || (wasCalledUp && now < startsAt)),
        answer,
        ...(ban !== null && { ban }),
      }
    }
    const ordered = [
      ...entries.filter(([, { isReserve }]) => !isReserve),
      ...entries.filter(([, { isReserve }]) => isReserve),
    ]
    return { event, startsAt, deadlineAt, drivers: ordered.map(present) }
  })
}

/** Returns whether a driver can answer, and has not: regular drivers until the deadline, reserves once called up. */
export function isAwaited(
  { startsAt, deadlineAt }: Pick<StaffedEvent, 'startsAt' | 'deadlineAt'>,
  { isReserve, isCalledUp, answer, ban }: EventDriver,
  now: Date,
): boolean {
  if (answer !== null || ban === 'race') return false
  return isReserve ? isCalledUp && now < startsAt : now < deadlineAt
}
