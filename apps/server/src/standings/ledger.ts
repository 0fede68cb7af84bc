import type { Contribution, Result } from '@pitboard/contract/standings'
import type { PointsSystem } from '@pitboard/contract/points-system'
import { createIdentify, type Identity } from './identify.ts'
import type { Decision, EventInput, SeasonInput, SessionInput } from './input.ts'
import { scoreSession, type Scored } from './score.ts'

/** What one driver has, or one team: everything his points are made of. */
export interface Account {
  readonly key: string
  readonly name: string
  readonly isHidden: boolean
  readonly results: readonly LedgerResult[]
  /** Points of the stewards; never dropped. */
  readonly corrections: readonly Correction[]
}

export interface LedgerResult extends Omit<Result, 'points' | 'dropped'> {
  /** Of the season's events. */
  readonly eventIndex: number
  readonly identity: Identity
  readonly teamColour: string
  readonly parts: Scored['parts']
}

export interface Correction {
  readonly adjustmentId: string
  readonly sessionId: string | null
  /** The event after which it shows; that of its session, else the last one. */
  readonly eventIndex: number
  readonly points: number
}

export interface Ledger {
  readonly system: PointsSystem
  readonly events: readonly EventInput[]
  readonly drivers: readonly Account[]
  readonly teams: readonly Account[]
}

/** Puts every result on the accounts of the driver and of the team it belongs to. */
export function openLedger({ system, events, aliases, adjustments }: SeasonInput): Ledger {
  const identify = createIdentify(aliases)
  const results = events.flatMap((event, eventIndex) =>
    event.sessions.flatMap((session) =>
      scoreSession(system, session, adjustments).map((scored) =>
        resultOf({ event, eventIndex, session, scored, identity: identify(session, scored.car) }),
      ),
    ),
  )
  const byDriver = Map.groupBy(results, ({ identity }) => identity.key)
  const byTeam = Map.groupBy(results, ({ team }) => team)
  const lastIndex = Math.max(0, ...results.map(({ eventIndex }) => eventIndex))
  const correct = createCorrect(events, lastIndex)
  const canonical = new Map(
    aliases.flatMap(({ name, aliases: others }) => others.map((alias) => [alias, name])),
  )

  const drivers = Array.from(byDriver, ([key, own]) => {
    const [first] = own
    const isOwn = (decision: Decision) =>
      decision.sessionId === null
        ? decision.name !== null && (canonical.get(decision.name) ?? decision.name) === key
        : own.some((result) => isAbout(decision, result))
    return {
      key,
      name: first?.identity.name ?? key,
      isHidden: first?.identity.isHidden ?? false,
      results: own,
      corrections: adjustments.filter((one) => one.kind === 'points' && isOwn(one)).map(correct),
    }
  })
  const teams = Array.from(byTeam, ([team, own]) => ({
    key: team,
    name: team,
    isHidden: false,
    results: own,
    corrections: adjustments
      .filter(({ kind, name }) => kind === 'teamPoints' && name === team)
      .map(correct),
  }))
  return { system, events, drivers, teams }
}

function resultOf(found: {
  event: EventInput
  eventIndex: number
  session: SessionInput
  scored: Scored
  identity: Identity
}): LedgerResult {
  const { event, eventIndex, session, scored, identity } = found
  return {
    sessionId: session.sessionId,
    eventId: event.id,
    role: session.role,
    driverIdx: scored.car.driverIdx,
    position: scored.position,
    resultStatus: scored.resultStatus,
    fastestLap: scored.hasFastestLap,
    pole: scored.hasPole,
    team: scored.car.team,
    teamColour: scored.car.teamColour,
    eventIndex,
    identity,
    parts: scored.parts,
  }
}

function isAbout({ sessionId, driverIdx }: Decision, result: LedgerResult): boolean {
  return sessionId === result.sessionId && driverIdx === result.driverIdx
}

function createCorrect(events: readonly EventInput[], lastIndex: number) {
  return ({ id, sessionId, points }: Decision): Correction => {
    const eventIndex = events.findIndex(({ sessions }) =>
      sessions.some((session) => session.sessionId === sessionId),
    )
    return {
      adjustmentId: id,
      sessionId,
      eventIndex: eventIndex === -1 ? lastIndex : eventIndex,
      points: points ?? 0,
    }
  }
}

/** The lines of an account, each with whether the season drops it. */
export function contributionsOf(account: Account, dropped: ReadonlySet<number>): Contribution[] {
  const scored = account.results.flatMap(({ eventId, sessionId, eventIndex, parts }) =>
    parts.map((part) => ({
      ...part,
      eventId,
      sessionId,
      dropped: dropped.has(eventIndex),
      adjustmentId: null,
    })),
  )
  const corrections = account.corrections.map(({ adjustmentId, sessionId, points }) => ({
    eventId: null,
    sessionId,
    kind: 'adjustment' as const,
    points,
    position: null,
    factor: 1,
    dropped: false,
    adjustmentId,
  }))
  return [...scored, ...corrections]
}
