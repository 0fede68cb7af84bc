import type { DecidingMove } from '@pitboard/contract/outcome/deciding-move'
import type { RaceOutcome } from '@pitboard/contract/outcome/race-outcome'
import type { SessionOutcome, TimedOutcome } from '@pitboard/contract/outcome/session-outcome'
import type { TyreWeather } from '@pitboard/contract/outcome/tyre-weather'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../../messages/create-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'

/** One or two sentences on how a session was decided; what is unknown is left out. */
export function outcomeText(
  outcome: SessionOutcome,
  { sessionType, classification }: Pick<SessionDetail, 'sessionType' | 'classification'>,
  text: Text,
): string {
  switch (outcome.kind) {
    case 'open': {
      const leader = nameOf(outcome.leader)
      return text(classification === 'final' ? 'result.noFinisher' : 'result.open', { leader })
    }
    case 'race':
      return [winText(outcome, text), marginText(outcome, text)].filter(Boolean).join(' ')
    default:
      return timedText(outcome, sessionType, text)
  }
}

export function nameOf({ name, carNumber }: Pick<Driver, 'name' | 'carNumber'>): string {
  return name === '' ? `#${carNumber ?? '–'}` : name
}

function winText({ winner: driver, move, wasStopped }: RaceOutcome, text: Text): string {
  const winner = nameOf(driver)
  if (move) return moveText(move, winner, text)
  return text(wasStopped ? 'result.stopped' : 'result.won', { winner })
}

function moveText(move: DecidingMove, winner: string, text: Text): string {
  switch (move.kind) {
    case 'poleToFlag':
      return text('result.poleToFlag', { winner })
    case 'start':
      return move.grid
        ? text('result.startFrom', { winner, grid: move.grid })
        : text('result.start', { winner })
    case 'pitStops':
    case 'lead':
      return text(`result.${move.kind}`, { winner, lap: move.lap })
    case 'weatherStop':
      return text('result.weatherStop', { winner, lap: move.lap, ...tyresFor(move.weather, text) })
    default:
      return rivalText(move, winner, text)
  }
}

function rivalText(
  move: Exclude<Extract<DecidingMove, { readonly rival: Driver }>, { readonly kind: 'lead' }>,
  winner: string,
  text: Text,
): string {
  const rival = nameOf(move.rival)
  switch (move.kind) {
    case 'pass':
      return move.weather
        ? text('result.tyrePass', { ...tyresFor(move.weather, text), winner, rival, lap: move.lap })
        : text(move.isRestart ? 'result.restartPass' : 'result.pass', {
            winner,
            rival,
            lap: move.lap,
          })
    case 'undercut':
    case 'overcut': {
      const { lap, rivalLap } = move
      if (move.isUnderSafetyCar) return text('result.neutralisedStop', { winner, rival, lap })
      return text(`result.${move.kind}`, { winner, rival, lap, rivalLap })
    }
    case 'rivalPitted':
    case 'rivalRetired':
      return text(`result.${move.kind}`, { winner, rival, lap: move.lap })
    case 'rivalDisqualified':
      return text('result.rivalDisqualified', { winner, rival })
    case 'rivalPenalised':
      return text('result.rivalPenalised', { winner, rival, seconds: move.seconds })
  }
}

/** The better tyres, and the others. */
function tyresFor(weather: TyreWeather, text: Text) {
  const [rain, dry] = [text('result.rainTyres'), text('result.dryTyres')]
  return weather === 'rain' ? { tyres: rain, others: dry } : { tyres: dry, others: rain }
}

function marginText({ winner, second, marginMs, leadChanges }: RaceOutcome, text: Text): string {
  const count = leadChanges ?? 0
  if (second && (second.numberOfLaps ?? 0) < (winner.numberOfLaps ?? 0))
    return text('result.lapped')
  if (second && marginMs !== null) {
    const values = { second: nameOf(second), margin: durationText(marginMs, text) }
    return count > 0
      ? text('result.changesAndMargin', { ...values, count })
      : text('result.margin', values)
  }
  return count > 0 ? text('result.changes', { count }) : ''
}

/** Qualifyings in which the quickest takes pole. */
const FOR_POLE: readonly number[] = [
  SessionType.Q3,
  SessionType.ShortQualifying,
  SessionType.OneShotQualifying,
  SessionType.SprintShootout3,
  SessionType.ShortSprintShootout,
  SessionType.OneShotSprintShootout,
]

export function isForPole(sessionType: number): boolean {
  return FOR_POLE.includes(sessionType)
}

function timedText(outcome: TimedOutcome, sessionType: number, text: Text): string {
  const { kind, fastest, best, second, marginMs, eliminated, idealMs } = outcome
  const values = { driver: nameOf(fastest), time: formatLapTime(best.timeMs) }
  const hasPole = isForPole(sessionType)
  const sentences = [
    second && marginMs !== null
      ? text(hasPole ? 'result.tookPoleBy' : 'result.wasFastestBy', {
          ...values,
          second: nameOf(second),
          margin: durationText(marginMs, text),
        })
      : text(hasPole ? 'result.tookPole' : 'result.wasFastest', values),
  ]
  if (kind === 'timeTrial' && idealMs !== null) {
    sentences.push(text('result.ideal', { time: formatLapTime(idealMs) }))
  }
  if (eliminated.length > 0) {
    const names = new Intl.ListFormat(text.locale).format(eliminated.map(nameOf))
    sentences.push(text('result.eliminated', { names }))
  }
  return sentences.join(' ')
}

function durationText(durationMs: number, text: Text): string {
  return durationMs < 60_000
    ? text('result.duration', { seconds: (durationMs / 1000).toFixed(3) })
    : formatLapTime(durationMs)
}
