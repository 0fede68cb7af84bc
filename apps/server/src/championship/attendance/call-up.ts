import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { SeasonRecord } from '../seasons/store/queries.ts'
import { readStaffedEvents } from './event-drivers.ts'

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** A reserve is asked to take the place of a driver who has declined. */
    reserveCalledUp: {
      readonly seasonId: string
      readonly eventId: string
      readonly userId: string
    }
  }
}

/**
 * Each driver who declines frees a place, for which the first reserve of the tier is called up who has not
 * declined. A reserve who has not answered is released when the driver comes back.
 */
export async function callUpReserves(
  { events, now }: Pick<AppContext, 'events' | 'now'>,
  db: Db,
  season: SeasonRecord,
  eventId: string,
): Promise<void> {
  const staffed = await readStaffedEvents(db, season, now())
  const drivers = staffed.find(({ event }) => event.id === eventId)?.drivers ?? []
  const { called, released } = planCallUps(drivers)
  for (const userId of released) {
    await db
      .updateTable('season_attendance')
      .set({ called_up_at: null })
      .where('event_id', '=', eventId)
      .where('user_id', '=', userId)
      .execute()
  }
  for (const userId of called) {
    const values = { called_up_at: now() }
    await db
      .insertInto('season_attendance')
      .values({ event_id: eventId, user_id: userId, season_id: season.id, ...values })
      .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doUpdateSet(values))
      .execute()
    await events.publish(db, 'reserveCalledUp', { seasonId: season.id, eventId, userId })
  }
}

/** Reserves to be called up, and those who are not needed any more. */
function planCallUps(drivers: readonly EventDriver[]) {
  const free = drivers
    .filter(({ isReserve, answer }) => !isReserve && answer === 'declined')
    .map(({ tier }) => tier)
  const reserves = drivers.filter(({ isReserve, answer }) => isReserve && answer !== 'declined')
  const called: string[] = []
  const released: string[] = []
  const takePlace = (tier: string) => {
    const index = free.findIndex((one) => one === tier || one === '' || tier === '')
    if (index === -1) return false
    free.splice(index, 1)
    return true
  }
  // Who was called up and has accepted holds the place before others.
  const holders = reserves.filter(({ isCalledUp }) => isCalledUp)
  const accepted = holders.filter(({ answer }) => answer === 'accepted')
  for (const { tier } of accepted) takePlace(tier)
  for (const { userId, tier, answer } of holders) {
    if (answer === 'accepted' || takePlace(tier) || userId === null) continue
    released.push(userId)
  }
  for (const { userId, tier, isCalledUp } of reserves) {
    if (isCalledUp || userId === null) continue
    if (takePlace(tier)) called.push(userId)
  }
  return { called, released }
}
