import type { LapConditions } from '@pitboard/contract/records/lap-category'
import type { PlainKey, Text } from '../../messages/create-text.ts'

export const KIND_NAMES = {
  race: 'records.race',
  qualifying: 'records.qualifying',
  practice: 'records.practice',
  timeTrial: 'records.timeTrial',
} as const satisfies Record<LapConditions['sessionKind'], PlainKey>

export const TYRE_NAMES = {
  dry: 'records.tyreDry',
  intermediate: 'records.tyreIntermediate',
  wet: 'records.tyreWet',
} as const satisfies Record<LapConditions['tyreClass'], PlainKey>

export const WEATHER_NAMES = {
  dry: 'records.weatherDry',
  wet: 'records.weatherWet',
} as const satisfies Record<LapConditions['weather'], PlainKey>

export function gameName(version: number): string {
  return `F1 ${String(version).slice(2)}`
}

/** "F1 25, Races, Dry tyres, Dry weather". */
export function conditionsText(conditions: LapConditions, text: Text): string {
  const { gameVersion, sessionKind, tyreClass, weather } = conditions
  return [
    gameName(gameVersion),
    text(KIND_NAMES[sessionKind]),
    text(TYRE_NAMES[tyreClass]),
    text(WEATHER_NAMES[weather]),
  ].join(', ')
}
