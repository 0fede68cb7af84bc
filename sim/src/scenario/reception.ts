import { itemAt } from '@pitboard/contract/wire/item-at'
import { has, type Setup } from '../setup/setup.ts'
import { createRandom, type Random } from '../setup/random.ts'
import type { DrivenSession } from './session-script.ts'

const ATTEMPTS = 20

/** The reception says which part of a stream reaches the recorder, in ms since the stream began. */
export interface Reception {
  readonly joinedMs: number
  readonly outages: readonly Outage[]
  /** No lap data comes later than this. */
  readonly timingEndsMs: number
}

interface Outage {
  readonly fromMs: number
  readonly toMs: number
  /**
   * Packets are read again from this moment on; it is later than `toMs` if frames begin again, since some LapData must
   * show that first (R20, R24). Events are read at once.
   */
  readonly readMs: number
}

export const fullReception: Reception = { joinedMs: 0, outages: [], timingEndsMs: Infinity }

/** Returns whether what is sent at this moment reaches the recorder. */
export function receives({ joinedMs, outages }: Reception, sentMs: number): boolean {
  return (
    sentMs >= joinedMs && !outages.some(({ fromMs, toMs }) => sentMs >= fromMs && sentMs < toMs)
  )
}

/** Returns whether a packet that is sent at this moment is read; LapData, Session and others, but not events. */
export function reads(reception: Reception, sentMs: number): boolean {
  const isPassedOver = ({ toMs, readMs }: Outage): boolean => sentMs >= toMs && sentMs < readMs
  return receives(reception, sentMs) && !reception.outages.some(isPassedOver)
}

/** The reception of a session with its situations. */
export function receptionOf(setup: Setup, driven: DrivenSession): Reception {
  const random = createRandom(setup.seed + 9)
  const joinedMs = joinOf(setup, driven, random)
  const outages: Outage[] = [...driven.sent.absences]
  const lose = (fromMs: number, lengthMs: number): boolean => {
    const toMs = fromMs + lengthMs
    const outage = { fromMs, toMs, readMs: toMs }
    if (!isFair(driven, joinedMs, outage)) return false
    outages.push(outage)
    return true
  }
  const { quiet } = driven.sent
  if (has(setup, 'outage') && quiet.length > 0) {
    attempt(() => lose(random.pick(quiet).sentMs, random.between(3000, 14_000)))
  }
  if (has(setup, 'outageInPits')) attempt(() => loseInPits(driven, random, lose))
  if (has(setup, 'outageOnInLap')) attempt(() => loseInLap(driven, random, lose))
  return { joinedMs, outages, timingEndsMs: timingEndsOf(setup, driven) }
}

/** Returns where the last lap is missed: the last moment at which the last car was not yet home. */
export function timingEndsOf(setup: Setup, { sent }: DrivenSession): number {
  return has(setup, 'missedLastLap') ? itemAt(sent.racing, sent.racing.length - 1) : Infinity
}

function attempt(act: () => boolean): void {
  for (let i = 0; i < ATTEMPTS; i++) if (act()) return
}

/** Loses the way into the pits, the stop itself, the way out, or all of it. */
function loseInPits(
  { world }: DrivenSession,
  random: Random,
  lose: (fromMs: number, lengthMs: number) => boolean,
): boolean {
  const visits = world.cars.flatMap(({ pitStops, stopGoVisits }) => [...pitStops, ...stopGoVisits])
  const [visit] = random.shuffle(visits.filter(({ shownMs }) => shownMs.length > 0))
  if (!visit) return false
  const enteredMs = itemAt(visit.shownMs, 0)
  const leftMs = itemAt(visit.shownMs, visit.shownMs.length - 1)
  const stayMs = leftMs - enteredMs
  const early = random.between(500, 3000)
  switch (random.integer(0, 3)) {
    case 0:
      return lose(enteredMs - early, early + stayMs * random.between(0.1, 0.9))
    case 1:
      return lose(enteredMs + stayMs * 0.15, Math.max(3000, stayMs * random.between(0.3, 0.7)))
    case 2:
      return lose(leftMs - stayMs * random.between(0.1, 0.8), stayMs + random.between(500, 4000))
    default:
      return lose(enteredMs - early, stayMs + early + random.between(500, 5000))
  }
}

/**
 * Loses the stream from before the pit entry until the car is in the lane behind the line, where it is on its next lap.
 */
function loseInLap(
  { world }: DrivenSession,
  random: Random,
  lose: (fromMs: number, lengthMs: number) => boolean,
): boolean {
  const stops = world.cars.flatMap(({ pitStops }) => pitStops)
  const [stop] = random.shuffle(stops.filter(({ lineMs }) => lineMs < Infinity))
  if (!stop) return false
  const fromMs = itemAt(stop.shownMs, 0) - random.between(500, 3000)
  const leftMs = itemAt(stop.shownMs, stop.shownMs.length - 1)
  return lose(fromMs, stop.lineMs + (leftMs - stop.lineMs) * random.between(0, 0.9) - fromMs)
}

/** An outage is fair while cars race and without a flashback in it, which could not be recorded. */
function isFair({ sent }: DrivenSession, joinedMs: number, { fromMs, toMs }: Outage): boolean {
  const lastMs = itemAt(sent.racing, sent.racing.length - 1)
  if (fromMs <= joinedMs || toMs >= lastMs - 1000) return false
  return !sent.rewinds.some(({ sentMs }) => sentMs >= fromMs && sentMs <= toMs)
}

function joinOf(setup: Setup, { sent, world }: DrivenSession, random: Random): number {
  const isFairStart = (moment: Pick<Moment, 'sentMs' | 'clockMs'>): boolean =>
    !sent.rewinds.some(({ sentMs, toMs }) => sentMs > moment.sentMs && toMs <= moment.clockMs)
  const pickOf = (moments: readonly Moment[]): number | null => {
    const fair = moments.filter(isFairStart)
    return fair.length > 0 ? random.pick(fair).sentMs : null
  }
  if (has(setup, 'lateInPits')) {
    const found = pickOf(sent.moments.filter(({ sentMs }) => isInPits(world.cars, sentMs)))
    if (found !== null) return found
  }
  if (has(setup, 'lateBetweenStops')) {
    const found = pickOf(sent.moments.filter(({ sentMs }) => isBetweenStops(world.cars, sentMs)))
    if (found !== null) return found
  }
  if (has(setup, 'lateOnFormationLap') && sent.formationMs.length > 0) {
    return random.pick(sent.formationMs)
  }
  if (has(setup, 'lateInLongLap')) {
    const found = pickOf(sent.moments.filter(({ isInLongLap }) => isInLongLap))
    if (found !== null) return found
  }
  if (!has(setup, 'lateRecorder')) return 0
  const fair = sent.quiet.filter(isFairStart)
  const early = fair.slice(0, Math.ceil(0.8 * fair.length))
  if (has(setup, 'historiesMissing')) {
    // The timing has the time of the last lap before the start, so that only the laps before that one are unseen.
    const unseeing = fair.filter(({ lapsDone }) => Math.max(...lapsDone) >= 2)
    if (unseeing.length > 0) return random.pick(unseeing).sentMs
  }
  return early.length > 0 ? random.pick(early).sentMs : 0
}

type Moment = DrivenSession['sent']['moments'][number]

/** Tells whether a car is after its first stop and before the end of its second one. */
function isBetweenStops(cars: DrivenSession['world']['cars'], sentMs: number): boolean {
  return cars.some(({ pitStops: [first, second] }) => {
    const leftMs = first?.shownMs.at(-1) ?? Infinity
    return sentMs > leftMs && sentMs < (second?.shownMs.at(-1) ?? 0)
  })
}

function isInPits(cars: DrivenSession['world']['cars'], sentMs: number): boolean {
  return cars.some(({ pitStops, stopGoVisits }) =>
    [...pitStops, ...stopGoVisits].some(({ shownMs }) => shownMs.includes(sentMs)),
  )
}
