import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import type { DecidingMove } from '@pitboard/analysis/outcome/deciding-move'
import type { RaceOutcome } from '@pitboard/analysis/outcome/race-outcome'
import type { SessionOutcome, TimedOutcome } from '@pitboard/analysis/outcome/session-outcome'
import type { TyreWeather } from '@pitboard/analysis/outcome/tyre-weather'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { joinParts } from '../../../messages/join-parts.ts'
import type { Text } from '../../../messages/create-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'

/** Tells in one or two sentences how a session was decided; what is unknown is left out. */
export function outcomeText(
  outcome: SessionOutcome,
  { sessionType, classification }: Pick<SessionDetail, 'sessionType' | 'classification'>,
  t: Text,
): string {
  switch (outcome.kind) {
    case 'open': {
      const leader = nameOf(outcome.leader)
      return t(classification === 'final' ? 'result.noFinisher' : 'result.open', { leader })
    }
    case 'race':
      return joinParts([winText(outcome, t), marginText(outcome, t)], ' ')
    default:
      return timedText(outcome, sessionType, t)
  }
}

export function nameOf({ name, carNumber }: Pick<Driver, 'name' | 'carNumber'>): string {
  return name === '' ? `#${carNumber ?? '–'}` : name
}

function winText({ winner: driver, move, wasStopped }: RaceOutcome, t: Text): string {
  const winner = nameOf(driver)
  if (move) return moveText(move, winner, t)
  return t(wasStopped ? 'result.stopped' : 'result.won', { winner })
}

/** Says how the winner took the lead for good. */
export function moveText(move: DecidingMove, winner: string, t: Text): string {
  switch (move.kind) {
    case 'poleToFlag':
      return t('result.poleToFlag', { winner })
    case 'start':
      return move.grid
        ? t('result.startFrom', { winner, grid: move.grid })
        : t('result.start', { winner })
    case 'pitStops':
    case 'lead':
      return t(`result.${move.kind}`, { winner, lap: move.lap })
    case 'weatherStop':
      return t('result.weatherStop', { winner, lap: move.lap, ...tyresFor(move.weather, t) })
    default:
      return rivalText(move, winner, t)
  }
}

function rivalText(
  move: Exclude<Extract<DecidingMove, { readonly rival: Driver }>, { readonly kind: 'lead' }>,
  winner: string,
  t: Text,
): string {
  const rival = nameOf(move.rival)
  switch (move.kind) {
    case 'pass':
      return move.weather
        ? t('result.tyrePass', { ...tyresFor(move.weather, t), winner, rival, lap: move.lap })
        : t(move.isRestart ? 'result.restartPass' : 'result.pass', {
            winner,
            rival,
            lap: move.lap,
          })
    case 'undercut':
    case 'overcut': {
      const { lap, rivalLap } = move
      if (move.isUnderSafetyCar) return t('result.neutralisedStop', { winner, rival, lap })
      return t(`result.${move.kind}`, { winner, rival, lap, rivalLap })
    }
    case 'rivalPitted':
    case 'rivalRetired':
      return t(`result.${move.kind}`, { winner, rival, lap: move.lap })
    case 'rivalDisqualified':
      return t('result.rivalDisqualified', { winner, rival })
    case 'rivalPenalised':
      return t('result.rivalPenalised', { winner, rival, seconds: move.seconds })
  }
}

/** Returns the better tyres, and the others. */
function tyresFor(weather: TyreWeather, t: Text) {
  const [rain, dry] = [t('result.rainTyres'), t('result.dryTyres')]
  return weather === 'rain' ? { tyres: rain, others: dry } : { tyres: dry, others: rain }
}

/** Returns how often the lead changed, and how far behind the second was. */
export function marginText(
  { winner, second, marginMs, leadChanges }: RaceOutcome,
  t: Text,
): string {
  const count = leadChanges ?? 0
  if (second && completedLapsOf(second) < completedLapsOf(winner)) return t('result.lapped')
  if (second && marginMs !== null) {
    const values = { second: nameOf(second), margin: durationText(marginMs, t) }
    return count > 0
      ? t('result.changesAndMargin', { ...values, count })
      : t('result.margin', values)
  }
  return count > 0 ? t('result.changes', { count }) : ''
}

/** In these qualifyings the quickest takes pole. */
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

function timedText(outcome: TimedOutcome, sessionType: number, t: Text): string {
  const { kind, fastest, best, second, marginMs, eliminated, idealMs } = outcome
  const values = { driver: nameOf(fastest), time: formatLapTime(best.timeMs) }
  const hasPole = isForPole(sessionType)
  const sentences = [
    second && marginMs !== null
      ? t(hasPole ? 'result.tookPoleBy' : 'result.wasFastestBy', {
          ...values,
          second: nameOf(second),
          margin: durationText(marginMs, t),
        })
      : t(hasPole ? 'result.tookPole' : 'result.wasFastest', values),
  ]
  if (kind === 'timeTrial' && idealMs !== null) {
    sentences.push(t('result.ideal', { time: formatLapTime(idealMs) }))
  }
  if (eliminated.length > 0) {
    const names = new Intl.ListFormat(t.locale).format(eliminated.map(nameOf))
    sentences.push(t('result.eliminated', { names }))
  }
  return sentences.join(' ')
}

export function durationText(durationMs: number, t: Text): string {
  return durationMs < 60_000
    ? t('result.duration', { seconds: (durationMs / 1000).toFixed(3) })
    : formatLapTime(durationMs)
}
