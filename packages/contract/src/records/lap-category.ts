import { Type, type Static } from 'typebox'
import { describe } from '../wire/schema.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { TyreCompound, Weather } from '../wire/enumerations.ts'

const SessionKind = Type.Enum(['race', 'qualifying', 'practice', 'timeTrial'], {
  description: 'Kind of session; sprints are races, shootouts are qualifying.',
})

export const TyreClass = Type.Enum(['dry', 'intermediate', 'wet'], {
  description: 'Class of the tyres: soft, medium and hard are `dry`.',
})
export type TyreClass = Static<typeof TyreClass>

export const LapWeather = Type.Enum(['dry', 'wet'], {
  description: 'Weather during the lap: `wet` from light rain.',
})
export type LapWeather = Static<typeof LapWeather>

export const FORMULAS = [
  'f1',
  'f1Season26',
  'f1Classic',
  'f1Generic',
  'f1World',
  'f1Elimination',
  'f2',
  'beta',
  'supercars',
  'esports',
  'other',
] as const
const FORMULA_TEXT =
  'Class of the cars: `f1` are those of the game’s season, and of sessions from before it was stored.'
export const Formula = Type.Enum([...FORMULAS], { description: FORMULA_TEXT })
export type Formula = Static<typeof Formula>

export const PERFORMANCES = ['standard', 'equal', 'developed'] as const
const PERFORMANCE_TEXT =
  'Performance of the cars: `standard` as the game has them, `equal` all alike, `developed` in the course of a career.'
export const CarPerformance = Type.Enum([...PERFORMANCES], { description: PERFORMANCE_TEXT })
export type CarPerformance = Static<typeof CarPerformance>

export const ASSISTS = [
  'tractionControl',
  'antiLockBrakes',
  'automaticGearbox',
  'brakingAssist',
  'steeringAssist',
  'racingLine',
  'ersAssist',
  'drsAssist',
] as const
export const Assist = Type.Enum([...ASSISTS])
export type Assist = Static<typeof Assist>

const conditions = {
  sessionKind: SessionKind,
  tyreClass: TyreClass,
  weather: LapWeather,
  formula: Formula,
  performance: CarPerformance,
}

const GameVersion = Type.Integer({
  description: 'Year of the game.',
  minimum: 2000,
  maximum: 2100,
})

/** Laps are compared only with laps of the same year of the game, kind, tyres, weather and cars. */
export const LapConditions = Type.Object({ gameVersion: GameVersion, ...conditions })
export type LapConditions = Static<typeof LapConditions>

export const LapCategory = Type.Object({
  trackId: describe(TrackNumber, 'Track.'),
  ...LapConditions.properties,
})
export type LapCategory = Static<typeof LapCategory>

/** A query without cars means these: the main list. */
export const USUAL_CARS = { formula: 'f1', performance: 'standard' } as const satisfies Pick<
  LapConditions,
  'formula' | 'performance'
>

const cars = {
  formula: Type.Optional(
    Type.Enum([...FORMULAS], { description: FORMULA_TEXT, default: USUAL_CARS.formula }),
  ),
  performance: Type.Optional(
    Type.Enum([...PERFORMANCES], {
      description: PERFORMANCE_TEXT,
      default: USUAL_CARS.performance,
    }),
  ),
}

/** The category of a query without cars is that of `USUAL_CARS`. */
export const LapConditionsQuery = Type.Object({ ...LapConditions.properties, ...cars })
export const LapCategoryQuery = Type.Object({ ...LapCategory.properties, ...cars })

/** Returns the class of a compound; null for one without a known class, such as those of a classic car. */
export function tyreClassOf(compound: number): TyreClass | null {
  switch (compound) {
    case TyreCompound.Soft:
    case TyreCompound.Medium:
    case TyreCompound.Hard:
      return 'dry'
    case TyreCompound.Intermediate:
      return 'intermediate'
    case TyreCompound.Wet:
      return 'wet'
    default:
      return null
  }
}

/** Returns the weather class of a lap: rain of any strength is wet, and everything else is dry. */
export function lapWeatherOf(weather: number): LapWeather {
  return weather >= Weather.LightRain ? 'wet' : 'dry'
}
