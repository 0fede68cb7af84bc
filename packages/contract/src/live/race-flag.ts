import { type Static, Type } from 'typebox'

/** Race control shows one of these to every driver. */
export const RaceFlag = Type.Enum([
  'red',
  'safetyCar',
  'virtualSafetyCar',
  'formationLap',
  'chequered',
])
export type RaceFlag = Static<typeof RaceFlag>
