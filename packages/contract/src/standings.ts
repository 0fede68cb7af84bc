import { Type, type Static } from 'typebox'
import { nullable, Uuid } from './schema.ts'
import { SessionRole } from './points-system.ts'

/** One driver's result in one session of a season (specification §3). */
export const Result = Type.Object({
  sessionId: Uuid,
  eventId: Uuid,
  role: SessionRole,
  driverIdx: Type.Integer(),
  /**
   * After the stewards' decisions; null for a car that is not classified, unless the season's points
   * system counts its place all the same.
   */
  position: nullable(Type.Integer()),
  points: Type.Number(),
  resultStatus: Type.Integer(),
  /** Whether the session's fastest lap is his. */
  fastestLap: Type.Boolean(),
  pole: Type.Boolean(),
  /** Whether the season's system drops these points. */
  dropped: Type.Boolean(),
  team: Type.String(),
})
export type Result = Static<typeof Result>

const Row = {
  name: Type.String(),
  position: Type.Integer(),
  /** Places won since the event before; null where he was not in the table then. */
  positionsGained: nullable(Type.Integer()),
  points: Type.Number(),
  gapToLeader: Type.Number(),
  gapToAhead: Type.Number(),
  wins: Type.Integer(),
  podiums: Type.Integer(),
  poles: Type.Integer(),
  fastestLaps: Type.Integer(),
  /** Points after each event, in the order of `tracks`. */
  progression: Type.Array(Type.Number()),
}

export const StandingsDriver = Type.Object({
  /** His name, or for a hidden driver the session and the car. */
  key: Type.String(),
  ...Row,
  /** The team of the last result. */
  team: Type.String(),
  teamColour: Type.String(),
  results: Type.Array(Result),
  /** Every name he has driven under. */
  aliases: Type.Array(Type.String()),
  /** The game hid his name and the organiser has not said who it is. */
  isHidden: Type.Boolean(),
})
export type StandingsDriver = Static<typeof StandingsDriver>

export const StandingsTeam = Type.Object({
  ...Row,
  teamColour: Type.String(),
  drivers: Type.Array(Type.String()),
})
export type StandingsTeam = Static<typeof StandingsTeam>

export const Standings = Type.Object({
  drivers: Type.Array(StandingsDriver),
  teams: Type.Array(StandingsTeam),
  /** The track of each event, in the calendar's order. */
  tracks: Type.Array(Type.Integer()),
})
export type Standings = Static<typeof Standings>

/** One line of the answer to "why this number?". */
export const Contribution = Type.Object({
  eventId: nullable(Uuid),
  sessionId: nullable(Uuid),
  kind: Type.Enum(['position', 'pole', 'fastestLap', 'adjustment']),
  points: Type.Number(),
  /** Position, or null where the kind has none. */
  position: nullable(Type.Integer()),
  /** The factor that the session's points were multiplied with. */
  factor: Type.Number(),
  /**
   * Which list a position was paid by: the full one, the one for so short a race, or the full one
   * because the stewards decided so (`decided`). Other kinds are `full`.
   */
  distance: Type.Enum(['full', 'shortened', 'decided']),
  dropped: Type.Boolean(),
  adjustmentId: nullable(Uuid),
})
export type Contribution = Static<typeof Contribution>

export const TieBreak = Type.Object({
  /** Who has the same points. */
  against: Type.String(),
  /** The finishing position whose count decided; null: nothing did, they share the place. */
  decidedBy: nullable(Type.Integer()),
  own: Type.Integer(),
  theirs: Type.Integer(),
})
export type TieBreak = Static<typeof TieBreak>

export const Explanation = Type.Object({
  key: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  points: Type.Number(),
  contributions: Type.Array(Contribution),
  tieBreaks: Type.Array(TieBreak),
})
export type Explanation = Static<typeof Explanation>

/** Two names of the standings that are likely one driver. Nothing is merged by it. */
export const MergeSuggestion = Type.Object({
  /** The one to show. */
  name: Type.String(),
  alias: Type.String(),
  /**
   * `letters`: the same apart from case, accents, spaces and signs; `tag`: apart from a clan's tag;
   * `cutOff`: one is the beginning of the other; `typo`: a letter or two differ.
   */
  reason: Type.Enum(['letters', 'tag', 'cutOff', 'typo']),
  sameNumber: Type.Boolean(),
  sameTeam: Type.Boolean(),
  /** 0 to 1. */
  score: Type.Number(),
})
export type MergeSuggestion = Static<typeof MergeSuggestion>

/** What other aliases would change in the drivers' table. */
export const AliasPreview = Type.Object({
  /** Results that would go from one driver to another, by the name they were driven under. */
  moves: Type.Array(
    Type.Object({
      alias: Type.String(),
      from: Type.String(),
      to: Type.String(),
      results: Type.Integer(),
      points: Type.Number(),
    }),
  ),
  /** Every driver whose place or points would change; null where he is not in that table. */
  drivers: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      positionBefore: nullable(Type.Integer()),
      positionAfter: nullable(Type.Integer()),
      pointsBefore: nullable(Type.Number()),
      pointsAfter: nullable(Type.Number()),
    }),
  ),
  /** Sessions in which one driver would have driven several cars: the names are hardly one driver. */
  conflicts: Type.Array(
    Type.Object({ key: Type.String(), sessionId: Uuid, driverIdxs: Type.Array(Type.Integer()) }),
  ),
})
export type AliasPreview = Static<typeof AliasPreview>
