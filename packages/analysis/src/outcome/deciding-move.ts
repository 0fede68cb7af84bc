import { lapEndsOf, lastLapOf, startOf } from '../laps/lap-ends.ts'
import { neutralisedIn } from '../laps/neutralised-laps.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { lastLossWithinLap } from './leaders.ts'
import { type TyreWeather, weatherOfPass, weatherOfStop } from './tyre-weather.ts'
import { completedLapsOf } from '../laps/completed-laps.ts'

/** The deciding move gave the winner the lead that they did not lose again. */
export type DecidingMove =
  /** The winner started from pole and led at the end of every lap. */
  | { readonly kind: 'poleToFlag' }
  /** The winner took the lead on the first lap. `grid` is null if unknown, 0 for the pit lane. */
  | { readonly kind: 'start'; readonly grid: number | null }
  | {
      readonly kind: 'pass'
      readonly lap: number
      readonly rival: Driver
      /** It is true if the pass came within a lap of the end of a safety car period. */
      readonly isRestart: boolean
      /** It is null if both drivers had slicks, or neither had. */
      readonly weather: TyreWeather | null
    }
  /** The rival pitted and the winner came out, or stayed, ahead. */
  | {
      readonly kind: 'undercut' | 'overcut'
      readonly lap: number
      readonly rivalLap: number
      readonly rival: Driver
      /** The winner stopped while the safety car was out. */
      readonly isUnderSafetyCar: boolean
    }
  /** The winner changed to tyres for the weather before all who were ahead. */
  | { readonly kind: 'weatherStop'; readonly lap: number; readonly weather: TyreWeather }
  /** The rival pitted, or retired. */
  | {
      readonly kind: 'rivalPitted' | 'rivalRetired'
      readonly lap: number
      readonly rival: Driver
    }
  /** All who were ahead pitted at the same time. */
  | { readonly kind: 'pitStops'; readonly lap: number }
  /** It cannot be said how the winner took the lead. */
  | { readonly kind: 'lead'; readonly lap: number; readonly rival: Driver }
  /** The rival was first across the line, or led before they were disqualified. */
  | { readonly kind: 'rivalDisqualified'; readonly rival: Driver }
  | { readonly kind: 'rivalPenalised'; readonly rival: Driver; readonly seconds: number }

type Raced = Pick<SessionDetail, 'drivers' | 'overtakes' | 'events'>

/** Returns null if the move is unknown. `leaders` has the leader at the end of each lap. */
export function decidingMoveOf(
  session: Raced,
  winner: Driver,
  leaders: readonly (Driver | null)[],
): DecidingMove | null {
  const last = leaders.at(-1)
  if (!last) return null
  if (last !== winner) return ruledAgainst(last)
  const index = leaders.findLastIndex((leader) => leader !== winner)
  const previous = leaders[index]
  if (previous === null) return null
  const lap = index + 2
  const loss = lastLossWithinLap(session, winner, previous ? lap : 1)
  if (loss) return regained(session, winner, loss.lapNum, loss.overtakingDriverIdx)
  if (previous) return takenFrom(session, winner, previous, lap)
  const hasLost = lastLossWithinLap(session, winner, 0) !== null
  if (winner.startingPosition === 1) return hasLost ? null : { kind: 'poleToFlag' }
  return { kind: 'start', grid: winner.startingPosition }
}

function ruledAgainst(rival: Driver): DecidingMove | null {
  if (rival.resultStatus === ResultStatus.Disqualified) return { kind: 'rivalDisqualified', rival }
  const seconds = rival.totalPenaltiesSeconds
  return seconds > 0 ? { kind: 'rivalPenalised', rival, seconds } : null
}

/** The lead was lost and regained within a lap. */
function regained(
  session: Raced,
  winner: Driver,
  lap: number,
  rivalIdx: number,
): DecidingMove | null {
  const rival = session.drivers.find(({ driverIdx }) => driverIdx === rivalIdx)
  if (!rival) return null
  const pass = passIn(session, winner, rival, lap)
  return pass === null || pass === 'unclear'
    ? { kind: 'lead', lap, rival }
    : passMove(session, winner, rival, pass)
}

function passMove(session: Raced, winner: Driver, rival: Driver, pass: Pass): DecidingMove {
  const { lap } = pass
  const weather = weatherOfPass(winner, rival, lap)
  return { kind: 'pass', lap, rival, isRestart: isRestart(session, pass), weather }
}

/** `rival` led at the end of the lap before, `winner` at the end of this one. */
function takenFrom(session: Raced, winner: Driver, rival: Driver, lap: number): DecidingMove {
  const unclear = { kind: 'lead', lap, rival } as const
  const pass = passIn(session, winner, rival, lap)
  const stop = stopIn(rival, lap)
  const isOut = rival.numberOfLaps === lap - 1 && rival.resultStatus !== ResultStatus.Finished
  // If there are two reasons at once, nobody can say which of them it was, so that the kind stays open.
  if (pass === 'unclear' || [pass !== null, stop, isOut].filter(Boolean).length !== 1) {
    return unclear
  }
  if (pass !== null) return passMove(session, winner, rival, pass)
  const between = session.drivers.filter(
    (other) => other !== winner && other !== rival && !wasAhead(winner, other, lap - 1),
  )
  const weatherStop = weatherStopBefore(winner, [rival, ...between], lap)
  if (weatherStop) return weatherStop
  if (between.length > 0) {
    const haveStopped = between.every(
      (other) => stopIn(other, lap) && passIn(session, winner, other, lap) === null,
    )
    return stop && haveStopped ? { kind: 'pitStops', lap } : unclear
  }
  if (stop) return takenInStops(session, winner, rival, stop.lapNum)
  return rival.resultStatus === ResultStatus.Disqualified
    ? { kind: 'rivalDisqualified', rival }
    : { kind: 'rivalRetired', lap, rival }
}

interface Pass {
  readonly lap: number
  readonly timeMs: number
}

/** Returns when the winner passed the rival on a lap; unclear if somebody else passed the rival, too. */
function passIn(
  { overtakes }: Raced,
  winner: Driver,
  rival: Driver,
  lap: number,
): Pass | 'unclear' | null {
  const passes = overtakes.filter(
    ({ overtakenDriverIdx, lapNum }) => overtakenDriverIdx === rival.driverIdx && lapNum === lap,
  )
  const last = passes.at(-1)
  if (!last) return null
  const isClear = passes.every(
    ({ overtakingDriverIdx }) => overtakingDriverIdx === winner.driverIdx,
  )
  return isClear ? { lap, timeMs: last.overtakingTime } : 'unclear'
}

function isRestart(session: Raced, pass: Pass) {
  return periodsOf(session).some(
    ({ kind, lastLap, toMs }) =>
      kind === 'safetyCar' && toMs !== null && pass.timeMs >= toMs && pass.lap <= lastLap + 1,
  )
}

function periodsOf(session: Raced) {
  return neutralisedIn(session, lastLapOf(session))
}

/** Stops that are further apart belong to different strategies. */
const STOPS_APART_MAX = 5

function takenInStops(
  session: Raced,
  winner: Driver,
  rival: Driver,
  rivalLap: number,
): DecidingMove {
  const rivalStops = tyreStopsOf(rival)
  const place = rivalStops.indexOf(rivalLap)
  const lap = place < 0 ? undefined : tyreStopsOf(winner)[place]
  const pitted = { kind: 'rivalPitted', lap: rivalLap, rival } as const
  if (lap === undefined || Math.abs(lap - rivalLap) > STOPS_APART_MAX) return pitted
  if (lap === rivalLap) return { kind: 'lead', lap: rivalLap + 1, rival }
  if (lap < rivalLap && !wasAhead(rival, winner, lap - 1)) return pitted
  return {
    kind: lap < rivalLap ? 'undercut' : 'overcut',
    lap,
    rivalLap,
    rival,
    isUnderSafetyCar: isUnderSafetyCar(session, winner, lap),
  }
}

/**
 * Returns the winner's last stop before this lap, if it was for the same weather as all stops of the rivals after it.
 */
function weatherStopBefore(
  winner: Driver,
  rivals: readonly Driver[],
  beforeLap: number,
): DecidingMove | null {
  const lap = tyreStopsOf(winner).findLast((each) => each < beforeLap) ?? null
  const weather = lap === null ? null : weatherOfStop(winner, lap)
  if (lap === null || weather === null) return null
  const haveFollowed = rivals.every((rival) => {
    const stop = stopIn(rival, beforeLap)
    return stop && stop.lapNum > lap && weatherOfStop(rival, stop.lapNum) === weather
  })
  return haveFollowed ? { kind: 'weatherStop', lap, weather } : null
}

/** Returns the laps that a driver ended with new tyres in the pits. */
function tyreStopsOf({ pitStops, tyres }: Driver): number[] {
  return pitStops
    .map(({ lapNum }) => lapNum)
    .filter((lapNum) => tyres.some(({ endLap }) => endLap === lapNum))
}

/** Finds a stop that costs the driver time on this lap. */
function stopIn({ pitStops }: Driver, lap: number) {
  return pitStops.findLast(({ lapNum }) => lapNum === lap || lapNum === lap - 1)
}

/** A car that did not complete the lap is behind. */
function wasAhead(driver: Driver, other: Driver, lap: number): boolean {
  const endMs = lapEndsOf(driver)[lap - 1] ?? null
  if (completedLapsOf(other) < lap) return endMs !== null
  const otherMs = lapEndsOf(other)[lap - 1] ?? null
  return endMs !== null && otherMs !== null && endMs < otherMs
}

function isUnderSafetyCar(session: Raced, driver: Driver, lap: number): boolean {
  const endMs = lapEndsOf(driver)[lap - 1] ?? null
  if (endMs === null) return false
  const atMs = startOf(session) + endMs
  return periodsOf(session).some(
    ({ kind, fromMs, toMs }) => kind !== 'redFlag' && fromMs <= atMs && (toMs ?? Infinity) >= atMs,
  )
}
