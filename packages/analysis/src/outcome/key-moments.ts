import { completedLapsOf } from '../laps/completed-laps.ts'
import { lapEndsOf, lastLapOf, leaderLapsOf, startOf } from '../laps/lap-ends.ts'
import { type Neutralised, neutralisedIn } from '../laps/neutralised-laps.ts'
import { compoundOnLap } from '../laps/stints.ts'
import type { Driver, Penalty, PitStop } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { isRaceType, PenaltyType } from '@pitboard/contract/wire/enumerations'
import { decidingMoveOf, type DecidingMove } from './deciding-move.ts'
import { fastestOf, isRetired } from './race-facts.ts'
import { raceOutcome, type RaceOutcome, trustedLeaders } from './race-outcome.ts'
import { resultOrder } from './result-order.ts'
import type { BestLap } from './session-outcome.ts'

/** Each kind of moment belongs in a report of a race. */
type Happening =
  /** `leader` led at the end of the first lap; it is null if unknown. */
  | { readonly kind: 'start'; readonly leader: Driver | null }
  /** `move` is null where nobody can say how. */
  | {
      readonly kind: 'leadChange'
      readonly leader: Driver
      readonly from: Driver
      readonly move: DecidingMove | null
    }
  /** Only stops of the first three and of leaders are listed. `tyreCompound` is the new compound; null if unknown. */
  | {
      readonly kind: 'stop'
      readonly driver: Driver
      readonly stop: PitStop
      readonly tyreCompound: number | null
    }
  | { readonly kind: 'neutralised'; readonly period: Neutralised }
  /**
   * `driver` is one of the first three or led the race. `other` is the driver whom they touched; null if they
   * touched something else.
   */
  | { readonly kind: 'collision'; readonly driver: Driver; readonly other: Driver | null }
  /** `contact` is whom the car touched on that lap or the one before; null if nobody. */
  | { readonly kind: 'retirement'; readonly driver: Driver; readonly contact: Driver | null }
  /** Only penalties of the first three are listed. */
  | { readonly kind: 'penalty'; readonly driver: Driver; readonly penalty: Penalty }
  | { readonly kind: 'fastestLap'; readonly driver: Driver; readonly best: BestLap }
  | { readonly kind: 'finish'; readonly outcome: RaceOutcome }

export type KeyMoment = Happening & {
  /** This is the lap of the driver whom the moment is about, counted from 1. */
  readonly lap: number
  /** It is a session time, and null if unknown. */
  readonly timeMs: number | null
  /**
   * It is the number of the moment's event in the session's feed, for the replay; null where the feed has
   * none.
   */
  readonly seq: number | null
  /** The winner got the lead for good by it. */
  readonly isDeciding: boolean
}

type Moment = Happening & Omit<KeyMoment, 'isDeciding'>

/** Returns what decided a race and who was in it, in the order it happened; empty for other sessions. */
export function keyMoments(session: SessionDetail): KeyMoment[] {
  const order = resultOrder(session)
  const outcome = isRaceType(session.sessionType) ? raceOutcome(session, order) : null
  const [first] = order
  if (!outcome || !first || lastLapOf(session) === 0) return []
  const leaders = trustedLeaders(session, first)
  const move = outcome.kind === 'race' ? outcome.move : null
  const involved = { leaders, front: order.slice(0, 3) }
  const changes = leadChanges(session, leaders)
  const moments: Moment[] = [
    startMoment(session, leaders[0] ?? null),
    ...stops(session, involved),
    ...neutralisations(session),
    ...retirements(session),
    // Lead changes come after the moments that led to them at the same time.
    ...changes,
    ...regainedLead(session, first, move, changes),
    ...collisions(session, involved),
    ...penalties(session, involved),
    ...fastestLap(session),
    ...(outcome.kind === 'race' ? [finish(session, outcome)] : []),
  ]
  const deciding = move && decidingOf(moments, first, move)
  return inOrder(session, moments).map((moment) => ({
    ...moment,
    isDeciding: moment === deciding,
  }))
}

interface Involved {
  /** These drivers led at the end of each lap; null where unknown. */
  readonly leaders: readonly (Driver | null)[]
  /** Holds the first three of the result. */
  readonly front: readonly Driver[]
}

function startMoment(session: SessionDetail, leader: Driver | null): Moment {
  const lights = session.events.find(({ kind }) => kind === 'lightsOut')
  return { kind: 'start', leader, lap: 1, timeMs: startOf(session), seq: lights?.seq ?? null }
}

function leadChanges(session: SessionDetail, leaders: Involved['leaders']): Moment[] {
  return leaders.flatMap((leader, index): Moment[] => {
    const from = leaders[index - 1] ?? null
    if (!leader || !from || leader === from) return []
    const lap = index + 1
    // The move is decided as if the race had ended with this lap.
    const overtakes = session.overtakes.filter(({ lapNum }) => lapNum <= lap)
    const move = decidingMoveOf({ ...session, overtakes }, leader, leaders.slice(0, lap))
    return [leadMoment(session, { leader, from, move, lap })]
  })
}

interface LeadChange {
  readonly leader: Driver
  readonly from: Driver
  readonly move: DecidingMove | null
  readonly lap: number
}

function leadMoment(session: SessionDetail, change: LeadChange): Moment {
  const { leader, from, move, lap } = change
  const event = move ? eventOfMove(session, move, leader) : undefined
  const timeMs = timeOfLead(move, event, endOf(session, leader, lap))
  return { kind: 'leadChange', leader, from, move, lap, timeMs, seq: event?.seq ?? null }
}

/** A car that pits may cross the line first: its stop comes before what it led to. */
function timeOfLead(
  move: DecidingMove | null,
  event: SessionEvent | undefined,
  endMs: number | null,
) {
  if (!event) return endMs
  return move?.kind === 'pass' || endMs === null ? event.timeMs : Math.max(endMs, event.timeMs)
}

function eventOfMove({ events }: SessionDetail, move: DecidingMove, leader: Driver) {
  switch (move.kind) {
    case 'pass':
      return events.findLast(
        ({ kind, driverIdx, otherDriverIdx, lapNum }) =>
          kind === 'overtake' &&
          driverIdx === leader.driverIdx &&
          otherDriverIdx === move.rival.driverIdx &&
          lapNum === move.lap,
      )
    case 'rivalPitted':
      return stopEvent(events, move.rival, move.lap)
    case 'undercut':
    case 'overcut':
      return stopEvent(events, move.rival, move.rivalLap)
    case 'rivalRetired':
      return ofDriver(events, 'retirement', move.rival).at(-1)
    default:
      return
  }
}

/**
 * Returns the moment at which the winner regained a lead that they had lost within the lap, so that the lead
 * at the line never changed.
 */
function regainedLead(
  session: SessionDetail,
  winner: Driver,
  move: DecidingMove | null,
  changes: readonly Moment[],
): Moment[] {
  if (move?.kind !== 'pass' || changes.some(({ lap }) => lap === move.lap)) return []
  return [leadMoment(session, { leader: winner, from: move.rival, move, lap: move.lap })]
}

function stops(session: SessionDetail, { leaders, front }: Involved): Moment[] {
  return session.drivers.flatMap((driver) =>
    driver.pitStops.flatMap((stop): Moment[] => {
      const lap = stop.lapNum
      const isLeader = leaders[lap - 1] === driver || leaders[lap - 2] === driver
      if (!isLeader && !front.includes(driver)) return []
      const event = stopEvent(session.events, driver, lap)
      return [
        {
          kind: 'stop',
          driver,
          stop,
          tyreCompound: compoundOnLap(driver, lap + 1),
          lap,
          timeMs: event?.timeMs ?? endOf(session, driver, lap),
          seq: event?.seq ?? null,
        },
      ]
    }),
  )
}

function neutralisations(session: SessionDetail): Moment[] {
  return neutralisedIn(session, lastLapOf(session)).map((period): Moment => {
    const kind = period.kind === 'redFlag' ? 'redFlag' : 'safetyCar'
    const event = session.events.find((each) => each.kind === kind && each.timeMs === period.fromMs)
    return {
      kind: 'neutralised',
      period,
      lap: period.firstLap,
      timeMs: period.fromMs,
      seq: event?.seq ?? null,
    }
  })
}

function retirements(session: SessionDetail): Moment[] {
  return session.drivers.filter(isRetired).map((driver): Moment => {
    const event = ofDriver(session.events, 'retirement', driver).at(-1)
    const driven = completedLapsOf(driver)
    const lap = event?.lapNum ?? driven + 1
    return {
      kind: 'retirement',
      driver,
      contact: contactBefore(session, driver, lap),
      lap,
      timeMs: event?.timeMs ?? endOf(session, driver, driven),
      seq: event?.seq ?? null,
    }
  })
}

/** Finds whom a driver touched on this lap or the one before; null if nobody. */
export function contactBefore({ drivers, events }: SessionDetail, driver: Driver, lap: number) {
  const contact = events.findLast(
    (event) =>
      isContactOf(event, driver) &&
      event.lapNum !== null &&
      event.lapNum <= lap &&
      event.lapNum >= lap - 1,
  )
  if (!contact) return null
  const otherIdx =
    contact.driverIdx === driver.driverIdx ? contact.otherDriverIdx : contact.driverIdx
  return drivers.find(({ driverIdx }) => driverIdx === otherIdx) ?? null
}

function isContactOf({ kind, driverIdx, otherDriverIdx }: SessionEvent, driver: Driver): boolean {
  return kind === 'collision' && [driverIdx, otherDriverIdx].includes(driver.driverIdx)
}

/** Lists a collision of two cars once per lap: the game reports a touch several times, and from both sides. */
function collisions(session: SessionDetail, { leaders, front }: Involved): Moment[] {
  const seen = new Set<string>()
  return session.events.flatMap((event): Moment[] => {
    const { kind, lapNum, seq, timeMs } = event
    if (kind !== 'collision' || lapNum === null) return []
    const [one, other] = [event.driverIdx, event.otherDriverIdx].map(
      (index) => session.drivers.find(({ driverIdx }) => driverIdx === index) ?? null,
    )
    const counts = (driver: Driver | null | undefined) =>
      !!driver && (front.includes(driver) || leaders[lapNum - 2] === driver)
    const [driver, touched] = counts(one) ? [one, other] : [other, one]
    const pair = `${lapNum} ${[one?.driverIdx ?? -1, other?.driverIdx ?? -1].toSorted((a, b) => a - b).join(' ')}`
    if (!driver || !counts(driver) || seen.has(pair)) return []
    seen.add(pair)
    return [{ kind: 'collision', driver, other: touched ?? null, lap: lapNum, timeMs, seq }]
  })
}

const REPORTED_PENALTIES: readonly number[] = [
  PenaltyType.DriveThrough,
  PenaltyType.StopGo,
  PenaltyType.TimePenalty,
  PenaltyType.Disqualified,
]

function penalties({ events }: SessionDetail, { front }: Involved): Moment[] {
  return front.flatMap((driver) =>
    driver.penalties
      .filter(({ penaltyType }) => REPORTED_PENALTIES.includes(penaltyType))
      .map((penalty): Moment => {
        const timeMs = penalty.penaltyIssuedTime
        const event = ofDriver(events, 'penalty', driver).find((each) => each.timeMs === timeMs)
        const { lapNum: lap } = penalty
        return { kind: 'penalty', driver, penalty, lap, timeMs, seq: event?.seq ?? null }
      }),
  )
}

/** Returns the fastest lap only if it is known when that lap was driven. */
function fastestLap(session: SessionDetail): Moment[] {
  const fastest = fastestOf(session.drivers)
  if (!fastest || fastest.best.lap === null) return []
  const { driver, best } = fastest
  const { lap } = fastest.best
  const event = ofDriver(session.events, 'fastestLap', driver).findLast(
    ({ value }) => value === best.timeMs,
  )
  const timeMs = event?.timeMs ?? endOf(session, driver, lap)
  return [
    // Viewers want to see the lap itself and not what follows the line.
    { kind: 'fastestLap', driver, best, lap, timeMs, seq: null },
  ]
}

function finish(session: SessionDetail, outcome: RaceOutcome): Moment {
  const { winner } = outcome
  const lap = completedLapsOf(winner)
  const event =
    ofDriver(session.events, 'raceWinner', winner).at(-1) ??
    session.events.find(({ kind }) => kind === 'chequeredFlag')
  const timeMs = endOf(session, winner, lap)
  return { kind: 'finish', outcome, lap, timeMs, seq: event?.seq ?? null }
}

function decidingOf(
  moments: readonly Moment[],
  winner: Driver,
  move: DecidingMove,
): Moment | undefined {
  switch (move.kind) {
    case 'poleToFlag':
    case 'start':
      return moments.find(({ kind }) => kind === 'start')
    case 'undercut':
    case 'overcut':
    case 'weatherStop':
      return moments.find(
        (moment) => moment.kind === 'stop' && moment.driver === winner && moment.lap === move.lap,
      )
    case 'rivalDisqualified':
    case 'rivalPenalised':
      return moments.find(({ kind }) => kind === 'finish')
    case 'pass':
    case 'lead':
      return moments.find(({ kind, lap }) => kind === 'leadChange' && lap === move.lap)
    default:
      return moments.findLast((moment) => moment.kind === 'leadChange' && moment.leader === winner)
  }
}

/** Sorts the moments by session time; a moment without a time comes in the middle of its lap. */
function inOrder(session: SessionDetail, moments: readonly Moment[]): readonly Moment[] {
  const { middleOf } = leaderLapsOf(session, lastLapOf(session))
  const rank = new Map(
    moments.map((moment) => [moment, moment.timeMs ?? middleOf(moment.lap) ?? Infinity]),
  )
  const rankOf = (moment: Moment) => rank.get(moment) ?? Infinity
  return moments.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : Number(rankOf(a) > rankOf(b))))
}

function ofDriver(
  events: readonly SessionEvent[],
  kind: SessionEvent['kind'],
  { driverIdx }: Driver,
): SessionEvent[] {
  return events.filter((event) => event.kind === kind && event.driverIdx === driverIdx)
}

function stopEvent(events: readonly SessionEvent[], driver: Driver, lap: number) {
  return ofDriver(events, 'pitStop', driver).find(({ lapNum }) => lapNum === lap)
}

/** Returns when a driver ended a lap, as session time; null if unknown. */
function endOf(session: SessionDetail, driver: Driver, lap: number): number | null {
  const endMs = lap === 0 ? 0 : (lapEndsOf(driver)[lap - 1] ?? null)
  return endMs === null ? null : startOf(session) + endMs
}
