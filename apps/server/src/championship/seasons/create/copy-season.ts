import type { EventFields, SeasonCopy, SeasonFields } from '@pitboard/contract/seasons/season'
import type { SeasonPart } from '@pitboard/contract/seasons/season-parts'
import { instantOf, localTimeOf } from '@pitboard/contract/seasons/time-zones'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/http/api-error.ts'
import { toOneLine } from '../../../platform/http/sanitize-text.ts'
import { readRule, storeRule } from '../../attendance/attendance-rule.ts'
import { noteRowsOf } from '../../history/replaced-rows.ts'
import type { Caller } from '../../history/versioned-update.ts'
import { findForm, presentForm, storeForm } from '../../sign-ups/sign-up-form.ts'
import { createResolveName, type ResolveName } from '../../standings/identify-drivers.ts'
import { readRules, storeRules } from '../../stewards/steward-rules.ts'
import { linkDrivers, readApprovedClaims } from '../roster/driver-users.ts'
import {
  type DriverItem,
  readRosterItems,
  type RosterItems,
  writeRosterItems,
} from '../roster/roster-items.ts'
import {
  ownedSeasons,
  presentEvent,
  readEvents,
  type SeasonRecord,
  sortCalendar,
} from '../store/queries.ts'
import { insertEvents, readNewEvent } from '../edit/events.ts'
import { calendarOf, TEMPLATE_SEASONS, type TemplateSeason } from './season-templates.ts'

/** A new season takes this over from an earlier season of the same owner, or from a template. */
export interface CopiedSeason {
  /** Null for a template, which has nothing beside fields and events. */
  readonly record: SeasonRecord | null
  readonly fields: Omit<TemplateSeason, 'tracks'> & Partial<Pick<SeasonFields, 'driverVote'>>
  readonly calendar: readonly CopiedEvent[]
  readonly has: (part: SeasonPart) => boolean
  readonly copy: SeasonCopy
}

type CopiedEvent = EventFields & { readonly id?: string }

/**
 * Throws a 400 unless there is one source, a 404 for a season that the caller may not see, a 403 for one that they may not manage or that belongs
 * to another owner than the new one: what organisers have entered stays with its owner.
 */
export async function getCopied(
  db: Db,
  user: Caller,
  copy: SeasonCopy,
  ownerId: string,
): Promise<CopiedSeason> {
  const { seasonId, template } = copy
  if ((seasonId === undefined) === (template === undefined)) {
    throw invalidField('/copyOf', 'must have either seasonId or template')
  }
  const has = (part: SeasonPart) => copy.parts.includes(part)
  if (template !== undefined) {
    const { timeZone = 'UTC' } = copy
    checkZone(timeZone)
    const { tracks: _tracks, ...fields } = TEMPLATE_SEASONS[template]
    const calendar = calendarOf(TEMPLATE_SEASONS[template], timeZone)
    return { record: null, fields, calendar, copy, has }
  }
  const record = await ownedSeasons.getAllowed(
    db,
    seasonId?.toLowerCase() ?? '',
    user,
    'manageSeasons',
  )
  if (record.owner_id !== ownerId) {
    throw new ApiError(403, 'A season is copied for its own owner alone.')
  }
  const fields = {
    pointsSystem: record.points_system,
    tiers: record.tiers,
    teamsPerTier: record.teams_per_tier,
    driverVote: record.driver_vote,
  }
  const calendar = sortCalendar(await readEvents(db, [record.id])).map(presentEvent)
  return { record, fields, calendar, copy, has }
}

/** Returns fields of the new season; what the request has comes before them. */
export function copiedFields({ fields, has }: CopiedSeason): Partial<CopiedSeason['fields']> {
  return has('points') ? fields : {}
}

interface NewSeason {
  readonly id: string
  readonly leagueId: string | null
}

/** Copies everything beside the season's own fields. */
export async function copyParts(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  copied: CopiedSeason,
  season: NewSeason,
): Promise<void> {
  // They go with the season as a whole: the change of the league that adds it need not note each row.
  const outer = await noteRowsOf(db, null)
  const { record, calendar, has } = copied
  const shift = createShift(copied.copy, calendar)
  if (has('calendar') && calendar.length > 0) {
    const events = calendar.map((event) => ({
      id: newId(),
      ...readNewEvent(
        {
          ...event,
          startsAt: shift?.(event.startsAt) ?? null,
          points: has('points') ? event.points : null,
        },
        '/copyOf',
      ),
    }))
    await insertEvents(db, season.id, events)
  }
  if (record) await copyEntered({ db, newId }, { ...copied, record }, season, shift)
  await noteRowsOf(db, outer)
}

/** Copies what people have entered, which a template does not have. */
async function copyEntered(
  context: Pick<AppContext, 'db' | 'newId'>,
  copied: CopiedSeason & { readonly record: SeasonRecord },
  season: NewSeason,
  shift: Shift | null,
): Promise<void> {
  const { db } = context
  const { record, calendar, has } = copied
  if (has('names')) {
    const aliases = JSON.stringify(record.aliases)
    await db.updateTable('season').set({ aliases }).where('id', '=', season.id).execute()
  }
  if (has('roster')) {
    await copyRoster(
      context,
      copied,
      season,
      calendar.flatMap(({ id }) => id ?? []),
    )
  }
  if (has('rules')) await storeRules(db, season.id, await readRules(db, record.id))
  if (has('attendance')) await storeRule(db, season.id, await readRule(db, record.id))
  const form = has('signUp') ? await findForm(db, record.id) : undefined
  if (form) {
    const { opensAt, closesAt, ...rest } = presentForm(form)
    // A sign-up that is copied without a shift stays in the past: one that has ended does not open again automatically.
    const times = shift
      ? { opensAt: shift(opensAt), closesAt: shift(closesAt) }
      : { opensAt, closesAt }
    await storeForm(db, season.id, { ...rest, ...times })
  }
}

type Shift = (instant: string | null) => string | null

/**
 * Moves times by as much as the first event; returns null without a date to move from and to. Times of day stay in the
 * zone.
 */
function createShift(
  { startsAt, timeZone = 'UTC' }: SeasonCopy,
  calendar: readonly { readonly startsAt: string | null }[],
): Shift | null {
  const first = calendar.find((event) => event.startsAt !== null)?.startsAt
  if (!startsAt || !first) return null
  checkZone(timeZone)
  const clockMs = (instant: string) => Date.parse(`${localTimeOf(instant, timeZone)}Z`)
  const byMs = clockMs(startsAt) - clockMs(first)
  return (instant) => {
    if (instant === null) return null
    const local = new Date(clockMs(instant) + byMs).toISOString().slice(0, 16)
    return instantOf(local, timeZone)
  }
}

function checkZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw invalidField('/copyOf/timeZone', 'is not a time zone')
  }
}

async function copyRoster(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  { record, copy, has }: CopiedSeason & { readonly record: SeasonRecord },
  { id, leagueId }: NewSeason,
  eventIds: readonly string[],
): Promise<void> {
  const before = await readRosterItems(db, record.id)
  const resolveName = createResolveName(record.aliases)
  const teamIds = new Map(Array.from(before.teams.keys(), (teamId) => [teamId, newId()]))
  const newTiers = readTiers(copy, before, resolveName)
  const idOfNew = new Map<string, string>()
  const drivers = new Map<string, DriverItem>()
  for (const [driverId, driver] of lastEntries(before, eventIds, resolveName)) {
    const own = newId()
    idOfNew.set(driverId, own)
    drivers.set(own, {
      ...driver,
      place: drivers.size,
      tier: newTiers.get(resolveName(driver.name)) ?? driver.tier,
      teamId: driver.teamId === null ? null : (teamIds.get(driver.teamId) ?? null),
      fromEventId: null,
      toEventId: null,
    })
  }
  const teams = new Map(
    Array.from(before.teams, ([teamId, team]) => [teamIds.get(teamId) ?? teamId, team]),
  )
  const nothing = { teams: new Map(), drivers: new Map() }
  await writeRosterItems(db, id, nothing, { teams, drivers })
  const isSameLeague = leagueId !== null && record.leagues.some((league) => league.id === leagueId)
  if (!isSameLeague) return
  const aliases = has('names') ? record.aliases : []
  await copyUsers({ db, newId }, record, { id, aliases, idOfNew, drivers })
}

/** Finds the entry of each driver that counts at the last event: a driver who left before it is not copied. */
function lastEntries(
  { drivers }: RosterItems,
  eventIds: readonly string[],
  resolveName: ResolveName,
): Map<string, DriverItem> {
  const last = eventIds.length - 1
  const indexOf = (eventId: string | null) => (eventId === null ? -1 : eventIds.indexOf(eventId))
  const current = Array.from(drivers)
    .filter(([, { toEventId }]) => {
      const until = indexOf(toEventId)
      return until === -1 || until >= last
    })
    .toSorted(
      ([, a], [, b]) => indexOf(b.fromEventId) - indexOf(a.fromEventId) || b.place - a.place,
    )
  const byName = new Map<string, string>()
  for (const [driverId, { name }] of current) {
    const key = resolveName(name)
    if (!byName.has(key)) byName.set(key, driverId)
  }
  const kept = new Set(byName.values())
  return new Map(Array.from(drivers).filter(([driverId]) => kept.has(driverId)))
}

/** Throws a 400 for a name that is not in the roster. */
function readTiers(
  { tiers = [] }: SeasonCopy,
  { drivers }: RosterItems,
  resolveName: ResolveName,
): Map<string, string> {
  const known = new Set(Array.from(drivers.values(), ({ name }) => resolveName(name)))
  return new Map(
    tiers.map(({ name, tier }, index) => {
      const key = resolveName(toOneLine(name))
      if (known.has(key)) return [key, toOneLine(tier)]
      throw invalidField(`/copyOf/tiers/${index}/name`, 'is not in the roster of that season')
    }),
  )
}

interface NewRoster {
  readonly id: string
  readonly aliases: SeasonRecord['aliases']
  /** The keys are ids of the earlier season, the values those of the new entries. */
  readonly idOfNew: ReadonlyMap<string, string>
  readonly drivers: ReadonlyMap<string, DriverItem>
}

/**
 * Copies only within the league which users the drivers are and their platform names: users gave them to this league.
 */
async function copyUsers(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  record: SeasonRecord,
  { id, aliases, idOfNew, drivers }: NewRoster,
): Promise<void> {
  const resolveName = createResolveName(record.aliases)
  // The new season may not know yet which names are one driver: a claim has the one of the roster.
  const names = new Map(Array.from(drivers.values(), ({ name }) => [resolveName(name), name]))
  const claims = (await readApprovedClaims(db, record.id)).flatMap(({ name, userId }) => {
    const own = names.get(resolveName(name))
    if (own === undefined) return []
    return [{ id: newId(), season_id: id, user_id: userId, name: own, status: 'approved' }] as const
  })
  if (claims.length > 0) await db.insertInto('season_claim').values(claims).execute()
  const platforms = await db
    .selectFrom('season_driver_platform')
    .select(['driver_id', 'platform_id'])
    .where('season_id', '=', record.id)
    .execute()
  const rows = platforms.flatMap((row) => {
    const driverId = idOfNew.get(row.driver_id)
    return driverId === undefined
      ? []
      : [{ season_id: id, driver_id: driverId, platform_id: row.platform_id }]
  })
  if (rows.length > 0) await db.insertInto('season_driver_platform').values(rows).execute()
  await linkDrivers(db, { id, aliases })
}
