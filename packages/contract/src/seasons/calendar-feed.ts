import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { Instant, nullable } from '../wire/schema.ts'

export const CalendarFeed = Type.Object({
  createdAt: nullable(Instant, 'When its address was created, UTC; null without one.'),
  url: nullable(
    Type.String(),
    'Address for a calendar program, only in the answer that creates it; null in every other.',
  ),
})
export type CalendarFeed = Static<typeof CalendarFeed>

const PATH = '/api/Calendar'

/** One calendar has the events of all seasons that a user owns or drives in. */
export const calendarFeeds = endpointTable({
  get: {
    method: 'GET',
    path: PATH,
    summary: 'Whether the caller’s calendar has an address',
    auth: 'user',
    scope: 'none',
    response: CalendarFeed,
  },
  renew: {
    method: 'POST',
    path: PATH,
    summary: 'Creates a secret address for the caller’s calendar; the former one ends',
    auth: 'user',
    scope: 'none',
    response: CalendarFeed,
  },
  remove: {
    method: 'DELETE',
    path: PATH,
    summary: 'Ends the address of the caller’s calendar',
    auth: 'user',
    scope: 'none',
  },
  file: {
    method: 'GET',
    path: `${PATH}/{secret}/events.ics`,
    summary: 'Events of the seasons that a user owns or drives in, for a calendar program',
    params: Type.Object({
      secret: Type.String({
        pattern: '^[\\w-]{43}$',
        description: 'Secret part of the address: who knows it can read the calendar.',
      }),
    }),
    file: 'text/calendar',
  },
})
