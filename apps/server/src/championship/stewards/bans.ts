import type { BanKind, DriverBan } from '@pitboard/contract/stewards/decision'
import type { Penalty, PenaltyKind } from '@pitboard/contract/stewards/penalty'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { readRosterEntries } from '../seasons/roster/read-roster.ts'
import { type DrivenSession, readDrivenSessions } from '../seasons/store/driven-sessions.ts'
import { readEvents, type SeasonRecord, sortCalendar } from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { createFindEntry } from '../standings/roster-entries.ts'
import { findServingRounds, isOfTier, QUALIFYINGS, RACES, type Round } from './serving-rounds.ts'

/** A ban with the driver's name in the standings. */
export interface NamedBan extends DriverBan {
  readonly name: string
}

type BannedSeason = Pick<SeasonRecord, 'id' | 'aliases' | 'tiers'>

const BAN_KINDS = { raceBan: 'race', qualifyingBan: 'qualifying' } as const satisfies Partial<
  Record<PenaltyKind, BanKind>
>

/** Reads bans of decisions that apply, oldest first, with the events at which they are served. */
export async function readBans(db: Db, season: BannedSeason): Promise<NamedBan[]> {
  const decisions = await db
    .selectFrom('steward_decision')
    .innerJoin('steward_case', 'steward_case.id', 'case_id')
    .select(['steward_decision.number', 'case_id', 'penalties', 'published_at', 'session_id'])
    .where('steward_decision.season_id', '=', season.id)
    .where('revoked_at', 'is', null)
    .where(
      sql<boolean>`(penalties @> '[{"kind": "raceBan"}]' or penalties @> '[{"kind": "qualifyingBan"}]')`,
    )
    .orderBy('steward_decision.number')
    .execute()
  // Most seasons have none: what follows is not read for them.
  if (decisions.length === 0) return []
  const { rounds, tierOf } = await readRounds(db, season)
  const findName = await readCarNames(db, season, rounds, decisions)
  return decisions.flatMap((decision) =>
    decision.penalties.flatMap(({ kind, driverIdx, amount }: Penalty) => {
      if ((kind !== 'raceBan' && kind !== 'qualifyingBan') || amount === null) return []
      const name = findName(decision, driverIdx)
      const banned = {
        sessionId: decision.session_id,
        decidedAt: decision.published_at,
        tierAt: (eventIndex: number) => tierOf(name, eventIndex),
        count: amount,
      }
      return {
        name,
        decision: decision.number,
        kind: BAN_KINDS[kind],
        rounds: amount,
        events: serveBan(rounds, { ...banned, name, kind: BAN_KINDS[kind] }),
      }
    }),
  )
}

interface DrivenRound extends Round {
  readonly sessions: readonly DrivenSession[]
}

interface Banned {
  readonly name: string
  readonly kind: BanKind
  readonly sessionId: string
  readonly decidedAt: Date
  readonly tierAt: (eventIndex: number) => string
  readonly count: number
}

/** A ban is served once the round has a race without the driver, or a race alone of all sessions. */
export function serveBan(
  rounds: readonly DrivenRound[],
  { name, kind, ...sentence }: Banned,
): DriverBan['events'] {
  const roles = kind === 'race' ? RACES : [...RACES, ...QUALIFYINGS]
  return findServingRounds(rounds, { ...sentence, roles }).map((round) => {
    const isOwn = isOfTier(sentence.tierAt(rounds.indexOf(round)))
    const decided = round.sessions.filter((session) => !session.isLive && isOwn(session))
    const isRun = decided.some(({ role }) => RACES.includes(role))
    const forbidden = decided.filter(({ role }) =>
      kind === 'race' ? RACES.includes(role) : QUALIFYINGS.includes(role),
    )
    const isBroken = forbidden.some(({ drivers }) => drivers.get(name) === true)
    return { eventId: round.eventId, state: isBroken ? 'broken' : isRun ? 'served' : 'due' }
  })
}

/** The calendar with what was driven, and the tier in which a driver competes at each event. */
async function readRounds(db: Db, season: BannedSeason) {
  const [stored, sessions, roster] = await Promise.all([
    readEvents(db, [season.id]),
    readDrivenSessions(db, season),
    readRosterEntries(db, season.id),
  ])
  const events = sortCalendar(stored)
  const findEntry = createFindEntry({ events, roster }, createResolveName(season.aliases))
  const byEvent = Map.groupBy(sessions, ({ eventId }) => eventId)
  const knownTier = (tier: string) => (season.tiers.includes(tier) ? tier : '')
  return {
    rounds: events.map(({ id }): DrivenRound => ({
      eventId: id,
      sessions: (byEvent.get(id) ?? []).map((one) => ({ ...one, tier: knownTier(one.tier) })),
    })),
    tierOf: (name: string, eventIndex: number) =>
      knownTier(findEntry(name, eventIndex)?.tier ?? ''),
  }
}

interface DecidedCase {
  readonly case_id: string
  readonly session_id: string
}

/** Finds the name in the standings as they are now, else when the car was reported. */
async function readCarNames(
  db: Db,
  { aliases }: BannedSeason,
  rounds: readonly DrivenRound[],
  decisions: readonly DecidedCase[],
) {
  const reported = await db
    .selectFrom('steward_case_car')
    .selectAll()
    .where('case_id', '=', sql<string>`any(${decisions.map((one) => one.case_id)}::uuid[])`)
    .execute()
  const resolveName = createResolveName(aliases)
  const sessions = new Map(
    rounds.flatMap((round) => round.sessions.map((one) => [one.sessionId, one] as const)),
  )
  return ({ case_id: caseId, session_id: sessionId }: DecidedCase, driverIdx: number): string => {
    const driven = sessions.get(sessionId)?.names.get(driverIdx)
    if (driven !== undefined) return driven
    const car = reported.find((one) => one.case_id === caseId && one.driver_idx === driverIdx)
    return car ? resolveName(car.name) : `#${driverIdx}`
  }
}

/** Finds the bans at an event by the driver's name in the standings; that from the race comes first. */
export function createFindBan(bans: readonly NamedBan[]) {
  return (name: string, eventId: string): BanKind | null => {
    const kinds = bans.flatMap((ban) =>
      ban.name === name && ban.events.some((event) => event.eventId === eventId) ? ban.kind : [],
    )
    return kinds.includes('race') ? 'race' : (kinds[0] ?? null)
  }
}

/** The first event that is still to come at which the driver is banned; null without one. */
export function findNextBan(bans: readonly NamedBan[], name: string) {
  for (const ban of bans) {
    const due = ban.name === name && ban.events.find(({ state }) => state === 'due')
    if (due) return { eventId: due.eventId, kind: ban.kind, decision: ban.decision }
  }
  return null
}
