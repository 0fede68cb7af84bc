import { type Static, Type } from 'typebox'

/** What race control shows everyone. */
export const RaceFlag = Type.Enum([
  'red',
  'safetyCar',
  'virtualSafetyCar',
  'formationLap',
  'chequered',
])
export type RaceFlag = Static<typeof RaceFlag>
