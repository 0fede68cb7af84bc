import { Type } from 'typebox'
import {
  AidStatus,
  ErsMode,
  PenaltyType,
  ResultStatus,
  SafetyCarStatus,
  SessionType,
  Track,
  TyreCompound,
  WarningType,
  Weather,
} from './enumerations.ts'

/** Returns the schema of an enumeration's number. The OpenAPI document lists the names. */
function numbered(description: string, names: Readonly<Record<string, number>>) {
  return Type.Integer({ description, names })
}

export const PenaltyTypeNumber = numbered('Kind of penalty.', PenaltyType)
export const WarningTypeNumber = numbered('Kind of warning.', WarningType)
export const ResultStatusNumber = numbered('Status of a result.', ResultStatus)
export const SessionTypeNumber = numbered('Type of a session.', SessionType)
export const TrackNumber = numbered('Track.', Track)
export const TyreCompoundNumber = numbered('Visual tyre compound.', TyreCompound)
export const SafetyCarNumber = numbered('Safety car.', SafetyCarStatus)
export const WeatherNumber = numbered('Weather.', Weather)
export const SectorNumber = numbered('Sector.', { First: 0, Second: 1, Third: 2 })
export const PitStatusNumber = numbered('Place of the car.', {
  OnTrack: 0,
  Pitting: 1,
  InPitArea: 2,
})
export const DriverStatusNumber = numbered('What the car is doing.', {
  InGarage: 0,
  FlyingLap: 1,
  InLap: 2,
  OutLap: 3,
  OnTrack: 4,
})
export const AidStatusNumber = numbered('Whether the driver may use an aid, and does.', AidStatus)
export const ErsModeNumber = numbered('Mode of the ERS.', ErsMode)
export const TemperatureChangeNumber = numbered('Trend of a temperature.', {
  Up: 0,
  Down: 1,
  NoChange: 2,
})

/** The keys are the names of the enumerations in the OpenAPI document. */
export const NUMBERED = {
  AidStatus: AidStatusNumber,
  DriverStatus: DriverStatusNumber,
  ErsMode: ErsModeNumber,
  PenaltyType: PenaltyTypeNumber,
  PitStatus: PitStatusNumber,
  ResultStatus: ResultStatusNumber,
  SafetyCarStatus: SafetyCarNumber,
  Sector: SectorNumber,
  SessionType: SessionTypeNumber,
  TemperatureChange: TemperatureChangeNumber,
  Track: TrackNumber,
  TyreCompound: TyreCompoundNumber,
  WarningType: WarningTypeNumber,
  Weather: WeatherNumber,
}
