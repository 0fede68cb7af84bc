import { ResultStatus, SessionType, TyreCompound, Weather } from '@pitboard/contract/enumerations'

const SESSION_TYPES: Readonly<Record<number, string>> = {
  [SessionType.P1]: 'Practice 1',
  [SessionType.P2]: 'Practice 2',
  [SessionType.P3]: 'Practice 3',
  [SessionType.ShortPractice]: 'Short practice',
  [SessionType.Q1]: 'Qualifying 1',
  [SessionType.Q2]: 'Qualifying 2',
  [SessionType.Q3]: 'Qualifying 3',
  [SessionType.ShortQualifying]: 'Short qualifying',
  [SessionType.OneShotQualifying]: 'One-shot qualifying',
  [SessionType.Race]: 'Race',
  [SessionType.Race2]: 'Race 2',
  [SessionType.TimeTrial]: 'Time trial',
  [SessionType.Race3]: 'Race 3',
  [SessionType.SprintShootout1]: 'Sprint shootout 1',
  [SessionType.SprintShootout2]: 'Sprint shootout 2',
  [SessionType.SprintShootout3]: 'Sprint shootout 3',
  [SessionType.ShortSprintShootout]: 'Short sprint shootout',
  [SessionType.OneShotSprintShootout]: 'One-shot sprint shootout',
}

export function sessionTypeName(sessionType: number): string {
  return SESSION_TYPES[sessionType] ?? 'Session'
}

const RACES: readonly number[] = [SessionType.Race, SessionType.Race2, SessionType.Race3]

/** Whether places are won on the road and not by the best lap. */
export function isRace(sessionType: number): boolean {
  return RACES.includes(sessionType)
}

const WEATHER: Readonly<Record<number, string>> = {
  [Weather.Clear]: 'Clear',
  [Weather.LightCloud]: 'Light cloud',
  [Weather.Overcast]: 'Overcast',
  [Weather.LightRain]: 'Light rain',
  [Weather.HeavyRain]: 'Heavy rain',
  [Weather.Storm]: 'Storm',
}

export function weatherName(weather: number): string {
  return WEATHER[weather] ?? 'Unknown weather'
}

export interface Compound {
  readonly letter: string
  readonly name: string
  readonly colour: string
}

const COMPOUNDS: Readonly<Record<number, Compound>> = {
  [TyreCompound.Soft]: { letter: 'S', name: 'Soft', colour: 'var(--color-tyre-soft)' },
  [TyreCompound.Medium]: { letter: 'M', name: 'Medium', colour: 'var(--color-tyre-medium)' },
  [TyreCompound.Hard]: { letter: 'H', name: 'Hard', colour: 'var(--color-tyre-hard)' },
  [TyreCompound.Intermediate]: {
    letter: 'I',
    name: 'Intermediate',
    colour: 'var(--color-tyre-intermediate)',
  },
  [TyreCompound.Wet]: { letter: 'W', name: 'Wet', colour: 'var(--color-tyre-wet)' },
}

const UNKNOWN_COMPOUND = { letter: '?', name: 'Unknown', colour: 'var(--color-tyre-unknown)' }

export function compoundOf(tyreCompound: number): Compound {
  return COMPOUNDS[tyreCompound] ?? UNKNOWN_COMPOUND
}

const RESULTS: Readonly<Record<number, { short: string; long: string }>> = {
  [ResultStatus.DidNotFinish]: { short: 'DNF', long: 'Did not finish' },
  [ResultStatus.Disqualified]: { short: 'DSQ', long: 'Disqualified' },
  [ResultStatus.NotClassified]: { short: 'NC', long: 'Not classified' },
  [ResultStatus.Retired]: { short: 'RET', long: 'Retired' },
  [ResultStatus.Inactive]: { short: '–', long: 'Not driving' },
  [ResultStatus.Invalid]: { short: '–', long: 'No result' },
}

/** How a car's session ended, or null while it drives and when it finished. */
export function abnormalResult(resultStatus: number): { short: string; long: string } | null {
  return RESULTS[resultStatus] ?? null
}
