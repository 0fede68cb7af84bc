import {
  type Assist,
  type LapConditions,
  USUAL_CARS,
} from '@pitboard/contract/records/lap-category'
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

export const FORMULA_NAMES = {
  f1: 'records.formulaF1',
  f1Season26: 'records.formulaSeason26',
  f1Classic: 'records.formulaClassic',
  f1Generic: 'records.formulaGeneric',
  f1World: 'records.formulaWorld',
  f1Elimination: 'records.formulaElimination',
  f2: 'records.formulaF2',
  beta: 'records.formulaBeta',
  supercars: 'records.formulaSupercars',
  esports: 'records.formulaEsports',
  other: 'records.formulaOther',
} as const satisfies Record<LapConditions['formula'], PlainKey>

export const PERFORMANCE_NAMES = {
  standard: 'records.performanceStandard',
  equal: 'records.performanceEqual',
  developed: 'records.performanceDeveloped',
} as const satisfies Record<LapConditions['performance'], PlainKey>

const ASSIST_NAMES = {
  tractionControl: 'records.tractionControl',
  antiLockBrakes: 'records.antiLockBrakes',
  automaticGearbox: 'records.automaticGearbox',
  brakingAssist: 'records.brakingAssist',
  steeringAssist: 'records.steeringAssist',
  racingLine: 'records.racingLine',
  ersAssist: 'records.ersAssist',
  drsAssist: 'records.drsAssist',
} as const satisfies Record<Assist, PlainKey>

/**
 * Returns a text such as "traction control, racing line"; it is empty for a lap without assists, and where they are
 * unknown.
 */
export function assistsText(assists: readonly Assist[] | null, t: Text): string {
  return (assists ?? []).map((assist) => t(ASSIST_NAMES[assist])).join(', ')
}

export function gameName(version: number): string {
  return `F1 ${String(version).slice(2)}`
}

/** Returns a text such as "F1 25, Races, Dry tyres, Dry weather"; cars are named where they are not the usual ones. */
export function conditionsText(conditions: LapConditions, t: Text): string {
  const { gameVersion, sessionKind, tyreClass, weather, formula, performance } = conditions
  return [
    gameName(gameVersion),
    t(KIND_NAMES[sessionKind]),
    t(TYRE_NAMES[tyreClass]),
    t(WEATHER_NAMES[weather]),
    ...(formula === USUAL_CARS.formula ? [] : [t(FORMULA_NAMES[formula])]),
    ...(performance === USUAL_CARS.performance ? [] : [t(PERFORMANCE_NAMES[performance])]),
  ].join(', ')
}
