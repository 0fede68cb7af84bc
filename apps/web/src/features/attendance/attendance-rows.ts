import { itemAt } from '@pitboard/contract/wire/item-at'
import type { EventAttendance, EventDriver } from '@pitboard/contract/attendance/attendance'

/** The row has a driver of the season with their answers. */
export interface AttendanceRow {
  readonly key: string
  readonly name: string
  readonly tier: string
  readonly isReserve: boolean
  /** The reader is the driver. */
  readonly isOwn: boolean
  /** The keys are event ids. The driver is not in the roster for events without an entry. */
  readonly entries: ReadonlyMap<string, EventDriver>
}

/** Returns the reader first, then drivers and reserves in the order of the roster. */
export function attendanceRows(
  events: readonly EventAttendance[],
  userId: string | null,
): AttendanceRow[] {
  const entries = events.flatMap(({ eventId, drivers }) =>
    drivers.map((driver) => ({ eventId, driver })),
  )
  // A driver who changes teams has several entries in the roster.
  const byDriver = Map.groupBy(entries, ({ driver }) => driver.userId ?? driver.name)
  return Array.from(byDriver, ([key, own]) => ({
    key,
    name: itemAt(own, 0).driver.name,
    tier: itemAt(own, 0).driver.tier,
    isReserve: own.every(({ driver }) => driver.isReserve),
    isOwn: userId !== null && key === userId,
    entries: new Map(own.map(({ eventId, driver }) => [eventId, driver])),
  })).toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(a.isReserve) - Number(b.isReserve),
  )
}

/** Counts the answers of drivers and of reserves who are called up; a banned driver does not take part. */
export function countAnswers(drivers: readonly EventDriver[]) {
  const counts = { accepted: 0, declined: 0, open: 0 }
  for (const { isReserve, isCalledUp, answer, ban } of drivers) {
    if (isReserve && !isCalledUp) continue
    if (ban === 'race') counts.declined++
    else counts[answer === 'accepted' || answer === 'declined' ? answer : 'open']++
  }
  return counts
}
