import { Type, type Static } from 'typebox'

/** Each lap is divided into this many mini-sectors of equal distance. */
export const MINI_SECTORS = 24

/** A car's latest time of a mini-sector is one of these. */
export const MiniSector = { Unknown: 0, Slower: 1, PersonalBest: 2, SessionBest: 3 } as const
export type MiniSector = (typeof MiniSector)[keyof typeof MiniSector]

export const MiniSectors = Type.Array(
  Type.Array(
    Type.Union([
      Type.Literal(MiniSector.Unknown),
      Type.Literal(MiniSector.Slower),
      Type.Literal(MiniSector.PersonalBest),
      Type.Literal(MiniSector.SessionBest),
    ]),
  ),
  {
    description:
      'For each driver, in the order of `drivers`, the latest time of each of 24 mini-sectors: 0 unknown, 1 slower, 2 personal best, 3 session best. Those that the car has not reached on this lap are of the lap before.',
  },
)
export type MiniSectors = Static<typeof MiniSectors>
