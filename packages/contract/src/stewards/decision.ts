import { Type, type Static } from 'typebox'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { Penalty, PENALTY_KINDS } from './penalty.ts'
import { StewardRules } from './steward-rules.ts'

export const CaseCar = Type.Object({
  driverIdx: Type.Integer({ description: 'Car index in the session.' }),
  name: Type.String({ description: 'Name of the driver at the time of the report.' }),
  userId: nullable(Uuid, 'User who drove the car; null if unknown.'),
})
export type CaseCar = Static<typeof CaseCar>

/** It also says what has happened to the penalty since it was published. */
export const ImposedPenalty = Type.Object({
  ...Penalty.properties,
  activatedAt: Type.Optional(
    describe(Instant, 'When a suspended penalty took effect, UTC; left out before it does.'),
  ),
  servedAt: Type.Optional(
    describe(Instant, 'When a steward confirmed that a grid penalty was served, UTC.'),
  ),
})
export type ImposedPenalty = Static<typeof ImposedPenalty>

export const Decision = Type.Object({
  id: describe(Uuid, 'Id of the decision.'),
  number: Type.Integer({ description: 'Number in the season, from 1.' }),
  caseId: describe(Uuid, 'Case that was decided.'),
  sessionId: describe(Uuid, 'Session of the incident.'),
  lap: nullable(Type.Integer(), 'Lap of the incident; null if unknown.'),
  eventSeq: nullable(Type.Integer(), 'Event of the session that shows the incident, by its `seq`.'),
  cars: Type.Array(CaseCar, { description: 'Cars of the incident.' }),
  penalties: Type.Array(ImposedPenalty, { description: 'Penalties; none: no further action.' }),
  reason: Type.String({ description: 'Reason of the stewards.' }),
  publishedAt: describe(Instant, 'When it was published, UTC.'),
  revokedAt: nullable(Instant, 'When it was revoked or replaced, UTC; null while it applies.'),
  revokedReason: nullable(Type.String(), 'Reason for revoking it; null while it applies.'),
  replacedBy: nullable(Type.Integer(), 'Number of the decision that replaced it after an appeal.'),
  isAppealed: Type.Boolean({ description: 'Whether a driver has appealed against it.' }),
})
export type Decision = Static<typeof Decision>

/** A ban keeps a driver out of an event, or only out of its qualifying sessions. */
export const BanKind = Type.Enum(['race', 'qualifying'], {
  description:
    '`race`: the driver takes no part in the event; `qualifying`: only in its qualifying sessions they take none.',
})
export type BanKind = Static<typeof BanKind>

/** The ban belongs to a decision that applies. */
export const DriverBan = Type.Object({
  decision: Type.Integer({ description: 'Number of the decision.' }),
  kind: BanKind,
  rounds: Type.Integer({ description: 'Number of events.' }),
  events: Type.Array(
    Type.Object({
      eventId: describe(Uuid, 'Id of the event.'),
      state: Type.Enum(['due', 'served', 'broken'], {
        description:
          '`due`: it has no race yet; `served`; `broken`: the driver took part although they were banned.',
      }),
    }),
    {
      description:
        'Events at which it is served; fewer than `rounds` as long as the calendar has no more.',
    },
  ),
})
export type DriverBan = Static<typeof DriverBan>

/** Stewards name a penalty by its place when they activate it or confirm that it was served. */
const PLACE = {
  decision: Type.Integer({ description: 'Number of the decision.' }),
  decisionId: describe(Uuid, 'Id of the decision.'),
  place: Type.Integer({ description: 'Index among the penalties of the decision.' }),
}

export const DriverGridPenalty = Type.Object({
  ...PLACE,
  places: Type.Integer({ description: 'Grid places.' }),
  eventId: nullable(Uuid, 'Event at which it is served; null before there is a next event.'),
  state: Type.Enum(['due', 'served', 'notShown', 'unconfirmed', 'confirmed'], {
    description:
      '`due`: the event has no race yet; `served`: the grid of the race shows it; `notShown`: the grid does not; `unconfirmed`: qualifying or grid is not known; `confirmed`: a steward said that it was served.',
  }),
  isServed: Type.Boolean({
    description: 'Whether the grid shows it, or a steward has confirmed it.',
  }),
  isByReprimands: Type.Boolean({
    description: 'Whether it follows from the number of reprimands, by the rules of the season.',
  }),
})
export type DriverGridPenalty = Static<typeof DriverGridPenalty>

/** The penalty waits for another offence. */
export const SuspendedPenalty = Type.Object({
  ...PLACE,
  kind: Type.Enum(PENALTY_KINDS, { description: 'Kind of the penalty.' }),
  amount: nullable(Type.Integer(), 'Its amount.'),
  rounds: Type.Integer({ description: 'Number of events within which it can take effect.' }),
  untilEventId: nullable(Uuid, 'Last of these events; null if the calendar has fewer.'),
  hasLapsed: Type.Boolean({
    description: 'Whether there was a race after the last of these events.',
  }),
})
export type SuspendedPenalty = Static<typeof SuspendedPenalty>

/** Only decisions that apply count, and none that is revoked. */
export const DriverLicence = Type.Object({
  name: Type.String({ description: 'Name of the driver in the standings.' }),
  tier: Type.Optional(
    Type.String({
      description:
        'Tier of the driver at the last event that was driven; empty for a driver without one; left out where tiers do not compete.',
    }),
  ),
  points: Type.Integer({ description: 'Licence points that have not expired.' }),
  otherPoints: Type.Integer({
    description: 'Those of `points` that are from other seasons of the league.',
  }),
  expiredPoints: Type.Integer({ description: 'Licence points that have expired.' }),
  nextExpiryAt: nullable(Instant, 'When the next licence points expire, UTC; null if none do.'),
  consequence: nullable(Type.String(), 'The highest threshold reached; null below all of them.'),
  gridPenalties: Type.Array(DriverGridPenalty, { description: 'Grid penalties, oldest first.' }),
  bans: Type.Array(DriverBan, { description: 'Bans, oldest first.' }),
  reprimands: Type.Integer({ description: 'Reprimands in this season.' }),
  suspended: Type.Array(SuspendedPenalty, {
    description: 'Suspended penalties that have not taken effect, oldest first.',
  }),
})
export type DriverLicence = Static<typeof DriverLicence>

export const SeasonDecisions = Type.Object({
  rules: describe(StewardRules, 'Rules of the season.'),
  decisions: Type.Array(Decision, { description: 'Decisions, newest first.' }),
  licences: Type.Array(DriverLicence, {
    description:
      'Drivers with licence points, grid penalties, bans, reprimands or suspended penalties.',
  }),
})
export type SeasonDecisions = Static<typeof SeasonDecisions>

/** The preview says what a decision would change. */
export const DecisionPreview = Type.Object({
  results: Type.Array(
    Type.Object({
      driverIdx: Type.Integer({ description: 'Car index.' }),
      name: Type.String({ description: 'Name of the driver.' }),
      positionBefore: nullable(Type.Integer(), 'Position now; null without one.'),
      positionAfter: nullable(Type.Integer(), 'Position afterwards; null without one.'),
    }),
    { description: 'Cars of the session with another position.' },
  ),
  drivers: Type.Array(
    Type.Object({
      key: Type.String({ description: 'Key of the driver.' }),
      name: Type.String({ description: 'Name of the driver.' }),
      tier: Type.Optional(
        Type.String({
          description: 'Tier of these standings; left out where tiers do not compete.',
        }),
      ),
      positionBefore: nullable(Type.Integer(), 'Position now; null if not in the standings.'),
      positionAfter: nullable(Type.Integer(), 'Position afterwards; null if not in the standings.'),
      pointsBefore: nullable(Type.Number(), 'Points now; null if not in the standings.'),
      pointsAfter: nullable(Type.Number(), 'Points afterwards; null if not in the standings.'),
    }),
    { description: 'Drivers with other points or another position in the standings.' },
  ),
})
export type DecisionPreview = Static<typeof DecisionPreview>
