import { Type, type Static } from 'typebox'
import { AdjustmentDecision } from '../seasons/adjustment.ts'
import { SessionRole } from '../seasons/points-system.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'

/** Receivers of a league can choose among these. A new type needs a trigger or a job, and its texts. */
export const ANNOUNCEMENT_TYPES = [
  'eventIn24h',
  'live',
  'provisionalResult',
  'decision',
  'standings',
  'officialResult',
  'rosterChange',
  'signUpOpen',
  'driverOfTheDay',
] as const
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number]

export const ChosenType = Type.Enum([...ANNOUNCEMENT_TYPES], {
  description:
    '`eventIn24h`: an event starts within a day; `live`: a session of a season is being driven; `provisionalResult`: it is over; `decision`: the stewards have decided, or revoked a decision; `standings`: the standings were published; `officialResult`: they were published as official; `rosterChange`: the roster was changed, at most once an hour; `signUpOpen`: drivers can sign up; `driverOfTheDay`: the vote for the driver of the day of a race is counted.',
})

const Named = {
  name: Type.String({ description: 'Its name.' }),
  url: Type.String({ description: 'Address of its page.' }),
}

/** A generic receiver gets this body. Later versions only add fields. */
export const Announcement = Type.Object({
  id: describe(
    Uuid,
    'Id of the delivery: the same in every attempt, so that a receiver can ignore a repetition.',
  ),
  type: Type.Enum([...ANNOUNCEMENT_TYPES, 'test'], {
    description: 'What is announced; `test` for a test message.',
  }),
  at: describe(Instant, 'When it happened, UTC.'),
  title: Type.String({ description: 'Headline in the language of the receiver.' }),
  text: Type.String({ description: 'Text of several lines; may be empty.' }),
  url: Type.String({ description: 'Address of the page with more about it.' }),
  pictureUrl: nullable(Type.String(), 'Picture of that page; null in a private league.'),
  league: Type.Object(
    { id: describe(Uuid, 'Id of the league.'), ...Named },
    { description: 'The league.' },
  ),
  season: nullable(
    Type.Object({ id: describe(Uuid, 'Id of the season.'), ...Named }),
    'The season; null in a test message.',
  ),
  event: nullable(
    Type.Object({
      id: describe(Uuid, 'Id of the event.'),
      name: Type.String({ description: 'Name of the event or of its track.' }),
      track: describe(TrackNumber, 'Track of the event.'),
      startsAt: nullable(Instant, 'When the event starts, UTC; null if not scheduled.'),
    }),
    'The event; null if the announcement belongs to the season.',
  ),
  session: nullable(
    Type.Object({
      id: describe(Uuid, 'Id of the session.'),
      role: describe(SessionRole, 'Role of the session in its event.'),
      url: Type.String({ description: 'Address of its page.' }),
    }),
    'The session; null if the announcement belongs to the event or the season.',
  ),
  results: Type.Array(
    Type.Object({
      position: nullable(Type.Integer(), 'Position; null if not classified.'),
      name: Type.String({ description: 'Name of the driver.' }),
      team: Type.String({ description: 'Name of the team.' }),
      points: Type.Number({ description: 'Points in the session, or in the season.' }),
      tier: Type.Optional(
        Type.String({
          description:
            'Tier in which the position counts; empty for a driver without one; left out where tiers do not compete.',
        }),
      ),
    }),
    {
      description:
        'Result of the session, or the standings, one tier after the other; empty for other types.',
    },
  ),
  adjustmentId: nullable(
    Uuid,
    'The adjustment of a steward decision, the first of several; null without one.',
  ),
  decision: nullable(AdjustmentDecision, 'The decision of a case; null without a case.'),
})
export type Announcement = Static<typeof Announcement>
