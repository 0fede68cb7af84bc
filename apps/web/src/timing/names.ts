import {
  resultCode,
  ResultStatus,
  SessionType,
  TyreCompound,
  Weather,
} from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text, PlainKey } from '../messages/create-text.ts'

const SESSION_TYPES: Readonly<Record<number, PlainKey>> = {
  [SessionType.P1]: 'timing.practice1',
  [SessionType.P2]: 'timing.practice2',
  [SessionType.P3]: 'timing.practice3',
  [SessionType.ShortPractice]: 'timing.shortPractice',
  [SessionType.Q1]: 'timing.qualifying1',
  [SessionType.Q2]: 'timing.qualifying2',
  [SessionType.Q3]: 'timing.qualifying3',
  [SessionType.ShortQualifying]: 'timing.shortQualifying',
  [SessionType.OneShotQualifying]: 'timing.oneShotQualifying',
  [SessionType.Race]: 'timing.race',
  [SessionType.Race2]: 'timing.race2',
  [SessionType.TimeTrial]: 'timing.timeTrial',
  [SessionType.Race3]: 'timing.race3',
  [SessionType.SprintShootout1]: 'timing.sprintShootout1',
  [SessionType.SprintShootout2]: 'timing.sprintShootout2',
  [SessionType.SprintShootout3]: 'timing.sprintShootout3',
  [SessionType.ShortSprintShootout]: 'timing.shortSprintShootout',
  [SessionType.OneShotSprintShootout]: 'timing.oneShotSprintShootout',
}

export function sessionTypeName(sessionType: number, t: Text): string {
  return t(SESSION_TYPES[sessionType] ?? 'timing.anySession')
}

/** The games number races as they like; which of its weekend a race is, is known apart from it. */
export function sessionName(
  { sessionType, raceKind }: Pick<SessionDetail, 'sessionType' | 'raceKind'>,
  t: Text,
): string {
  if (raceKind === 'sprint') return t('timing.sprint')
  return raceKind === 'main' ? t('timing.race') : sessionTypeName(sessionType, t)
}

const WEATHER: Readonly<Record<number, PlainKey>> = {
  [Weather.Clear]: 'timing.clear',
  [Weather.LightCloud]: 'timing.lightCloud',
  [Weather.Overcast]: 'timing.overcast',
  [Weather.LightRain]: 'timing.lightRain',
  [Weather.HeavyRain]: 'timing.heavyRain',
  [Weather.Storm]: 'timing.storm',
}

export function weatherName(weather: number, t: Text): string {
  return t(WEATHER[weather] ?? 'timing.unknownWeather')
}

interface Compound {
  readonly letter: string
  readonly name: PlainKey
  readonly colour: string
}

const COMPOUNDS: Readonly<Record<number, Compound>> = {
  [TyreCompound.Soft]: { letter: 'S', name: 'timing.soft', colour: 'var(--color-tyre-soft)' },
  [TyreCompound.Medium]: { letter: 'M', name: 'timing.medium', colour: 'var(--color-tyre-medium)' },
  [TyreCompound.Hard]: { letter: 'H', name: 'timing.hard', colour: 'var(--color-tyre-hard)' },
  [TyreCompound.Intermediate]: {
    letter: 'I',
    name: 'timing.intermediate',
    colour: 'var(--color-tyre-intermediate)',
  },
  [TyreCompound.Wet]: { letter: 'W', name: 'timing.wet', colour: 'var(--color-tyre-wet)' },
  // No compound of F1: the dry tyre of classic cars, and the super soft of F2.
  9: { letter: 'D', name: 'timing.dry', colour: 'var(--color-tyre-dry)' },
  19: { letter: 'SS', name: 'timing.superSoft', colour: 'var(--color-tyre-super-soft)' },
}

const UNKNOWN_COMPOUND: Compound = {
  letter: '?',
  name: 'timing.unknownTyre',
  colour: 'var(--color-tyre-unknown)',
}

export function compoundOf(tyreCompound: number): Compound {
  return COMPOUNDS[tyreCompound] ?? UNKNOWN_COMPOUND
}

interface AbnormalResult {
  /** The code that timing screens of every language show. */
  readonly short: string
  readonly long: PlainKey
}

const LONG: Readonly<Record<number, PlainKey>> = {
  [ResultStatus.DidNotFinish]: 'timing.didNotFinish',
  [ResultStatus.Disqualified]: 'timing.disqualified',
  [ResultStatus.NotClassified]: 'timing.notClassified',
  [ResultStatus.Retired]: 'timing.retired',
  [ResultStatus.Inactive]: 'timing.notDriving',
  [ResultStatus.Invalid]: 'timing.noResult',
}

/** How a car's session ended, or null while it drives and when it finished. */
export function abnormalResult(resultStatus: number): AbnormalResult | null {
  const long = LONG[resultStatus]
  return long ? { short: resultCode(resultStatus) ?? '–', long } : null
}
