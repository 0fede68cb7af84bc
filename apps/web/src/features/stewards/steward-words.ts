import type { Season } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { CaseCar, ImposedPenalty } from '@pitboard/contract/stewards/decision'
import type { PenaltyKind } from '@pitboard/contract/stewards/penalty'
import type { StewardCase } from '@pitboard/contract/stewards/steward-case'
import { penaltyText } from '@pitboard/contract/words/penalty-text'
import { joinParts } from '../../messages/join-parts.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { roleName } from '../../timing/session-roles.ts'

export const PENALTY_LABELS: Readonly<Record<PenaltyKind, PlainKey>> = {
  warning: 'stewards.warning',
  reprimand: 'stewards.reprimand',
  time: 'stewards.time',
  positions: 'stewards.positions',
  points: 'stewards.points',
  disqualification: 'stewards.disqualification',
  licencePoints: 'stewards.licencePoints',
  gridPenalty: 'stewards.gridPenalty',
  raceBan: 'stewards.raceBan',
  qualifyingBan: 'stewards.qualifyingBan',
}

export const STATE_LABELS: Readonly<Record<StewardCase['state'], PlainKey>> = {
  open: 'stewards.open',
  waiting: 'stewards.waiting',
  decided: 'stewards.decided',
  appealed: 'stewards.appealed',
}

/** Returns a text such as "+5 s", suspended or not. */
export function penaltyWords(penalty: Omit<ImposedPenalty, 'driverIdx'>, t: Text): string {
  return penaltyText(penalty, (name, values) => t(`stewards.${name}`, values))
}

/** Returns a text such as "Ann: +5 s, 2 licence points · Bob: warning", or that nothing follows. */
export function penaltiesWords(
  penalties: readonly ImposedPenalty[],
  nameOf: (driverIdx: number) => string,
  t: Text,
): string {
  if (penalties.length === 0) return t('stewards.noAction')
  return Array.from(
    Map.groupBy(penalties, ({ driverIdx }) => driverIdx),
    ([driverIdx, own]) =>
      `${nameOf(driverIdx)}: ${own.map((one) => penaltyWords(one, t)).join(', ')}`,
  ).join(' · ')
}

/** Returns the drivers of a session by car: as in the standings, else as they were reported. */
export function carNames(
  { standings }: Season,
  sessionId: string,
  cars: readonly CaseCar[] = [],
): Map<number, string> {
  return new Map([
    ...cars.map(({ driverIdx, name }) => [driverIdx, name] as const),
    ...standings.drivers.flatMap(({ name, results }) =>
      results
        .filter((result) => result.sessionId === sessionId)
        .map(({ driverIdx }) => [driverIdx, name] as const),
    ),
  ])
}

/** Returns a text such as "Silverstone, race"; it is empty for a session that is no longer in the season. */
export function sessionWords({ events }: Season, sessionId: string, t: Text): string {
  for (const event of events) {
    const linked = event.sessions.find(({ session }) => session.id === sessionId)
    if (!linked) continue
    return `${event.name.trim() || trackName(event.track)}, ${roleName(linked.role, t)}`
  }
  return ''
}

/** Returns where a case happened and who is reported, such as "Silverstone, race · Lap 3 · Ann, Bob". */
export function caseWords(
  season: Season,
  { sessionId, lap, cars }: Pick<StewardCase, 'sessionId' | 'lap' | 'cars'>,
  t: Text,
): string {
  return joinParts([
    sessionWords(season, sessionId, t),
    lap === null ? '' : t('stewards.lapNumber', { lap }),
    cars.map(({ name }) => name).join(', '),
  ])
}

/** A case that is not decided stands out. */
export function isUndecided({ state }: Pick<StewardCase, 'state'>): boolean {
  return state !== 'decided'
}

export function statementTitle(
  { kind, username }: Pick<StewardCase['statements'][number], 'kind' | 'username'>,
  t: Text,
): string {
  return t(kind === 'response' ? 'stewards.responseOf' : 'stewards.appealOf', {
    name: username,
  })
}
