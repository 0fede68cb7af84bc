import {
  resultCode,
  ResultStatus,
  TyreCompound,
  Weather,
} from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionNameKey, sessionTypeKey } from '@pitboard/contract/words/session-type-keys'
import type { Text, PlainKey } from '../messages/create-text.ts'

export function sessionTypeName(sessionType: number, t: Text): string {
  return t(`timing.${sessionTypeKey(sessionType)}`)
}

export function sessionName(
  session: Pick<SessionDetail, 'sessionType' | 'raceKind'>,
  t: Text,
): string {
  return t(`timing.${sessionNameKey(session)}`)
}

const WEATHER_NAMES = {
  [Weather.Clear]: 'timing.clear',
  [Weather.LightCloud]: 'timing.lightCloud',
  [Weather.Overcast]: 'timing.overcast',
  [Weather.LightRain]: 'timing.lightRain',
  [Weather.HeavyRain]: 'timing.heavyRain',
  [Weather.Storm]: 'timing.storm',
} as const satisfies Readonly<Record<(typeof Weather)[keyof typeof Weather], PlainKey>>

/** A game may send a number that this version does not know. */
const WEATHER: Readonly<Record<number, PlainKey>> = WEATHER_NAMES

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
  // These are no compounds of F1: the dry tyre of classic cars, and the super soft of F2.
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
  /** Timing screens of every language show this code. */
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

/** Returns how a car's session ended, or null while it drives and when it finished. */
export function abnormalResult(resultStatus: number): AbnormalResult | null {
  const long = LONG[resultStatus]
  return long ? { short: resultCode(resultStatus) ?? '–', long } : null
}
