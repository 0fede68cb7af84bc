import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { readStaffedEvents, type StaffedEvent } from './event-drivers.ts'
import { storeAnswer } from './stored-answers.ts'

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
 * Each driver who declines or is banned frees a place, for which the first reserve of the tier is called up who has not
 * declined. A reserve who has not answered is released when the driver comes back.
 */
export async function callUpReserves(
  { events, now }: Pick<AppContext, 'events' | 'now'>,
  db: Db,
  season: SeasonRecord,
  eventId: string,
): Promise<void> {
  const staffed = await readStaffedEvents(db, season, now())
  const found = staffed.find(({ event }) => event.id === eventId)
  if (found) await callUpForEvent({ events, now }, db, season, found)
}

async function callUpForEvent(
  { events, now }: Pick<AppContext, 'events' | 'now'>,
  db: Db,
  season: SeasonRecord,
  { event, drivers }: StaffedEvent,
): Promise<void> {
  const { called, released } = planCallUps(drivers)
  const ids = { seasonId: season.id, eventId: event.id }
  for (const reserve of released) await storeAnswer(db, ids, reserve, { called_up_at: null })
  for (const reserve of called) {
    await storeAnswer(db, ids, reserve, { called_up_at: now() })
    // Organisers answer for a reserve without an account.
    const { userId } = reserve
    if (userId !== null) await events.publish(db, 'reserveCalledUp', { ...ids, userId })
  }
}

/** Finds the reserves to be called up, and those who are not needed any more. */
function planCallUps(drivers: readonly EventDriver[]) {
  const free = drivers
    .filter((driver) => !driver.isReserve && isAbsent(driver))
    .map(({ tier }) => tier)
  const reserves = drivers.filter((driver) => driver.isReserve && !isAbsent(driver))
  const called: EventDriver[] = []
  const released: EventDriver[] = []
  const takePlace = (tier: string) => {
    const index = free.findIndex((one) => one === tier || one === '' || tier === '')
    if (index === -1) return false
    free.splice(index, 1)
    return true
  }
  // A reserve who was called up and has accepted holds the place before others.
  const holders = reserves.filter(({ isCalledUp }) => isCalledUp)
  const accepted = holders.filter(({ answer }) => answer === 'accepted')
  for (const { tier } of accepted) takePlace(tier)
  for (const holder of holders) {
    if (holder.answer === 'accepted' || takePlace(holder.tier)) continue
    released.push(holder)
  }
  for (const reserve of reserves) {
    if (!reserve.isCalledUp && takePlace(reserve.tier)) called.push(reserve)
  }
  return { called, released }
}

function isAbsent({ answer, ban }: EventDriver): boolean {
  return answer === 'declined' || ban === 'race'
}

/** Calls up the reserves of all coming events, after a change of who is banned. */
export async function callUpForSeason(
  context: Pick<AppContext, 'events' | 'now'>,
  db: Db,
  seasonId: string,
): Promise<void> {
  const season = await ownedSeasons.find(db, seasonId)
  if (!season) return
  for (const staffed of await readStaffedEvents(db, season, context.now())) {
    await callUpForEvent(context, db, season, staffed)
  }
}
