import { Type, type Static } from 'typebox'
import { BanKind } from '../stewards/decision.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'

/** A reminder is sent this long before the deadline. */
export const REMINDER_HOURS = 24
export const DEADLINE_HOURS_MAX = 336

export const AttendanceAnswer = Type.Enum(['accepted', 'declined', 'tentative'], {
  description: 'Whether the driver takes part.',
})
export type AttendanceAnswer = Static<typeof AttendanceAnswer>

const DeadlineHours = nullable(
  Type.Integer({ minimum: 0, maximum: DEADLINE_HOURS_MAX }),
  'Hours between the deadline and the start of an event; null if drivers are not asked.',
)

/** Organisers decide this about attendance. */
export const AttendanceRule = Type.Object({ deadlineHours: DeadlineHours })
export type AttendanceRule = Static<typeof AttendanceRule>

const EventDriver = Type.Object({
  driverId: describe(Uuid, 'Id of the driver’s entry in the roster.'),
  userId: nullable(Uuid, 'User who is the driver; null if nobody has claimed the name.'),
  name: Type.String({ description: 'Name of the driver.' }),
  tier: Type.String({ description: 'Tier of the driver; may be empty.' }),
  isReserve: Type.Boolean({ description: 'Whether the driver is a reserve.' }),
  isCalledUp: Type.Boolean({
    description:
      'Whether a reserve is asked to take a free place, or has accepted it; not once they have declined.',
  }),
  mayAnswer: Type.Boolean({
    description:
      'Whether the driver can answer now: until the deadline, a reserve who was called up until the start.',
  }),
  answer: nullable(AttendanceAnswer, 'The answer; null without one.'),
  ban: Type.Optional(
    describe(
      BanKind,
      'Ban by the stewards at this event; left out without one. Who is banned from the race can only decline, and their place is free.',
    ),
  ),
})
export type EventDriver = Static<typeof EventDriver>

export const EventAttendance = Type.Object({
  eventId: describe(Uuid, 'Id of the event.'),
  deadlineAt: describe(Instant, 'When answers close, UTC.'),
  isOpen: Type.Boolean({ description: 'Whether drivers can answer.' }),
  drivers: Type.Array(EventDriver, {
    description: 'Drivers of the roster for this event, then reserves in the order of call-up.',
  }),
})
export type EventAttendance = Static<typeof EventAttendance>

const PastDriver = Type.Object({
  ...EventDriver.properties,
  name: Type.String({ description: 'Name of the driver in the standings.' }),
  drove: nullable(
    Type.Boolean(),
    'Whether the driver took part in a race of the event; null as long as no race has a result.',
  ),
  isNoShow: Type.Boolean({
    description: 'Whether the driver had accepted and did not take part.',
  }),
})
export type PastDriver = Static<typeof PastDriver>

export const PastAttendance = Type.Object({
  eventId: describe(Uuid, 'Id of the event.'),
  drivers: Type.Array(PastDriver, {
    description: 'Drivers whom the roster has for this event, then reserves.',
  }),
})
export type PastAttendance = Static<typeof PastAttendance>

const DriverRecord = Type.Object({
  name: Type.String({ description: 'Name of the driver in the standings.' }),
  droveCount: Type.Integer({ description: 'Events with a result that the driver took part in.' }),
  noShowCount: Type.Integer({
    description: 'Events that the driver had accepted and did not take part in.',
  }),
})
export type DriverRecord = Static<typeof DriverRecord>

export const Attendance = Type.Object({
  deadlineHours: DeadlineHours,
  isMember: Type.Boolean({
    description: 'Whether the caller drives in the season or manages it; others see no drivers.',
  }),
  isOrganiser: Type.Boolean({ description: 'Whether the caller may answer for every driver.' }),
  events: Type.Array(EventAttendance, {
    description: 'Events with a date that have not begun, in the order of the calendar.',
  }),
  pastEvents: Type.Array(PastAttendance, {
    description: 'Events that have begun, the latest first; for organisers, empty for others.',
  }),
  records: Type.Array(DriverRecord, {
    description:
      'Drivers of the past events, most no-shows first; for organisers, empty for others.',
  }),
})
export type Attendance = Static<typeof Attendance>

/** The caller has not answered for this event. */
export const OpenAttendance = Type.Object({
  seasonId: describe(Uuid, 'Id of the season.'),
  seasonName: Type.String({ description: 'Name of the season.' }),
  eventId: describe(Uuid, 'Id of the event.'),
  eventName: Type.String({ description: 'Name of the event; its track without one.' }),
  startsAt: describe(Instant, 'When the event starts, UTC.'),
  deadlineAt: describe(Instant, 'When answers close, UTC.'),
  isCalledUp: Type.Boolean({ description: 'Whether the caller is a reserve with a free place.' }),
})
export type OpenAttendance = Static<typeof OpenAttendance>

const PATH = '/api/Seasons'

/** These endpoints read and set who takes part in which event. */
export const attendance = endpointTable({
  own: {
    method: 'GET',
    path: `${PATH}/attendance`,
    summary: 'Events that the caller has not answered for, the next deadline first',
    auth: 'user',
    scope: 'data:read',
    list: 'whole',
    response: Type.Array(OpenAttendance),
  },
  season: {
    method: 'GET',
    path: `${PATH}/{seasonId}/attendance`,
    summary: 'Who takes part in the coming events of a season',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    response: Attendance,
  },
  updateRule: {
    method: 'PUT',
    path: `${PATH}/{seasonId}/attendance`,
    summary: 'Sets the deadline for answers, or asks drivers no more',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: AttendanceRule,
    response: Attendance,
    ifMatch: true,
  },
  answer: {
    method: 'PUT',
    path: `${PATH}/{seasonId}/events/{eventId}/attendance/{userId}`,
    summary: 'A driver answers for an event, or an organiser does for them',
    auth: 'user',
    scope: 'leagues:write',
    params: Type.Object({
      ...SeasonParams.properties,
      eventId: describe(Uuid, 'Id of the event.'),
      userId: describe(Uuid, 'Id of the driver’s user.'),
    }),
    body: Type.Object({ answer: AttendanceAnswer }),
    response: Attendance,
    errors: [409],
  },
  answerForDriver: {
    method: 'PUT',
    path: `${PATH}/{seasonId}/events/{eventId}/drivers/{driverId}/attendance`,
    summary: 'An organiser answers for a driver of the roster, also for one without an account',
    auth: 'user',
    scope: 'leagues:write',
    params: Type.Object({
      ...SeasonParams.properties,
      eventId: describe(Uuid, 'Id of the event.'),
      driverId: describe(Uuid, 'Id of the driver’s entry in the roster.'),
    }),
    body: Type.Object({
      answer: nullable(AttendanceAnswer, 'The answer; null removes it.'),
    }),
    response: Attendance,
    ifMatch: true,
  },
})
