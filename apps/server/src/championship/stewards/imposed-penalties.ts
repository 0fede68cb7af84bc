import type { Penalty, PenaltyKind } from '@pitboard/contract/stewards/penalty'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { readRosterEntries } from '../seasons/roster/read-roster.ts'
import { type DrivenSession, readDrivenSessions } from '../seasons/store/driven-sessions.ts'
import { readEvents, type SeasonRecord, sortCalendar } from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { createFindEntry } from '../standings/roster-entries.ts'
import type { Round } from './serving-rounds.ts'
import type { PenaltyEvent } from './steward-tables.ts'

/** The penalty belongs to a decision that applies. */
export interface ImposedPenalty extends Penalty {
  /** The standings show the driver under this name. */
  readonly name: string
  readonly decision: number
  readonly decisionId: string
  /** It is its place among the penalties of the decision. */
  readonly place: number
  /** The incident happened in this session. */
  readonly sessionId: string
  /** The penalty counts since this moment: a suspended one since it took effect. */
  readonly decidedAt: Date
  /** It is suspended and has not taken effect. */
  readonly isSuspended: boolean
  /** An organiser has said that it was served. */
  readonly isConfirmed: boolean
}

export interface DrivenRound extends Round {
  readonly sessions: readonly DrivenSession[]
}

export interface Imposed {
  /** The oldest come first. */
  readonly penalties: readonly ImposedPenalty[]
  readonly rounds: readonly DrivenRound[]
  /** Returns the tier in which a driver competes at an event; empty where tiers do not compete. */
  readonly tierOf: (name: string, eventIndex: number) => string
}

export type PenalisedSeason = Pick<SeasonRecord, 'id' | 'aliases' | 'tiers'>

const NOTHING: Imposed = { penalties: [], rounds: [], tierOf: () => '' }

/** Reads penalties of these kinds with the calendar in which they are served. */
export async function readImposedPenalties(
  db: Db,
  season: PenalisedSeason,
  kinds: readonly PenaltyKind[],
): Promise<Imposed> {
  const rows = await db
    .selectFrom('steward_decision')
    .innerJoin('steward_case', 'steward_case.id', 'case_id')
    .selectAll('steward_decision')
    .select('session_id')
    .where('steward_decision.season_id', '=', season.id)
    .where('revoked_at', 'is', null)
    .orderBy('steward_decision.number')
    .execute()
  const decisions = rows.filter(({ penalties }) =>
    penalties.some(({ kind }) => kinds.includes(kind)),
  )
  // Most seasons have none: results and roster are not read for them.
  if (decisions.length === 0) return NOTHING
  const { rounds, tierOf } = await readRounds(db, season)
  const findName = await readCarNames(db, season, rounds, decisions)
  const penalties = decisions.flatMap((row) =>
    row.penalties.flatMap((penalty, place) => {
      if (!kinds.includes(penalty.kind)) return []
      const { activatedAt, servedAt } = penaltyTimes(row.penalty_events, place)
      return {
        ...penalty,
        name: findName(row, penalty.driverIdx),
        decision: row.number,
        decisionId: row.id,
        place,
        sessionId: row.session_id,
        decidedAt: activatedAt ?? row.published_at,
        isSuspended: penalty.suspendedRounds !== undefined && activatedAt === null,
        isConfirmed: servedAt !== null,
      }
    }),
  )
  return { penalties, rounds, tierOf }
}

/** Returns when a penalty took effect and was served, as far as somebody said so. */
export function penaltyTimes(events: readonly PenaltyEvent[], place: number) {
  const at = (kind: PenaltyEvent['kind']) => {
    const found = events.find((event) => event.place === place && event.kind === kind)
    return found ? new Date(found.at) : null
  }
  return { activatedAt: at('activated'), servedAt: at('served') }
}

async function readRounds(db: Db, season: PenalisedSeason) {
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
    rounds: events.map(({ id, starts_at: startsAt }): DrivenRound => ({
      eventId: id,
      startsAt,
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
  { aliases }: PenalisedSeason,
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
