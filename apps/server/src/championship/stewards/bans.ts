import type { BanKind, DriverBan } from '@pitboard/contract/stewards/decision'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { PenaltyKind } from '@pitboard/contract/stewards/penalty'
import type { Db } from '../../platform/db/tables.ts'
import {
  type DrivenRound,
  type Imposed,
  type PenalisedSeason,
  readImposedPenalties,
} from './imposed-penalties.ts'
import { findServingRounds, isOfTier, QUALIFYINGS, RACES } from './serving-rounds.ts'

/** The ban has the driver's name in the standings. */
export interface NamedBan extends DriverBan {
  readonly name: string
}

const BAN_KINDS: Partial<Record<PenaltyKind, BanKind>> = {
  raceBan: 'race',
  qualifyingBan: 'qualifying',
}

/** Reads bans of decisions that apply, oldest first. */
export async function readBans(db: Db, season: PenalisedSeason): Promise<NamedBan[]> {
  return listBans(await readImposedPenalties(db, season, ['raceBan', 'qualifyingBan']))
}

/** Lists bans that have taken effect, with the events at which they are served. */
export function listBans({ penalties, rounds, tierOf }: Imposed): NamedBan[] {
  return penalties.flatMap((penalty) => {
    const { name, decision, amount, sessionId, decidedAt, isSuspended } = penalty
    const kind = BAN_KINDS[penalty.kind]
    if (kind === undefined || amount === null || isSuspended) return []
    const tierAt = (eventIndex: number) => tierOf(name, eventIndex)
    const sentence = { name, kind, sessionId, decidedAt, tierAt, count: amount }
    return { name, decision, kind, rounds: amount, events: serveBan(rounds, sentence) }
  })
}

interface Banned {
  readonly name: string
  readonly kind: BanKind
  readonly sessionId: string
  readonly decidedAt: Date
  readonly tierAt: (eventIndex: number) => string
  readonly count: number
}

/** A ban is served once the event has a race, if the driver was in none of the sessions that it forbids. */
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

/** Finds the ban of a driver at an event, by the name in the standings; that from the race comes first. */
export function createFindBan(bans: readonly NamedBan[]) {
  return (name: string, eventId: string): BanKind | null => {
    const kinds = bans.flatMap((ban) =>
      ban.name === name && ban.events.some((event) => event.eventId === eventId) ? ban.kind : [],
    )
    return kinds.includes('race') ? 'race' : (kinds[0] ?? null)
  }
}

/** Finds who must not take part in sessions of a role at an event. */
export function createIsBanned(bans: readonly NamedBan[], eventId: string) {
  const findBan = createFindBan(bans)
  return (name: string, role: SessionRole): boolean => {
    const kind = findBan(name, eventId)
    if (kind === null) return false
    return QUALIFYINGS.includes(role) || (kind === 'race' && RACES.includes(role))
  }
}

/** Finds the first event that is still to come at which the driver is banned; null without one. */
export function findNextBan(bans: readonly NamedBan[], name: string) {
  for (const ban of bans) {
    const due = ban.name === name && ban.events.find(({ state }) => state === 'due')
    if (due) return { eventId: due.eventId, kind: ban.kind, decision: ban.decision }
  }
  return null
}
