import { Type, type Static } from 'typebox'
import { ADJUSTMENT_AMOUNTS, ADJUSTMENT_KINDS } from './adjustment.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { HistoryChange, Deleted, Version } from '../wire/history.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, ArrayPage, nullable, Uuid } from '../wire/schema.ts'
import { Alias, DriverName, EventCreate, Publication, Season, TierQuery } from './season.ts'
import { AliasPreview, MergeSuggestion, Standings } from './standings.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'
import { SeasonWork } from './season-work.ts'

const Reason = Type.String({ minLength: 1, maxLength: TEXT_MAX.reason, pattern: '\\S' })
const Names = Type.Array(DriverName, { minItems: 1, maxItems: 60, uniqueItems: true })

function between({ min, max }: { readonly min: number; readonly max: number }) {
  return { minimum: min, maximum: max }
}

/** An adjustment changes a car's result in a session, or the points of a name in the standings. */
export const AdjustmentCreate = Type.Object({
  id: Type.Optional(
    describe(Uuid, 'Id of the adjustment, chosen by the caller: sent twice, it counts once.'),
  ),
  kind: Type.Enum(ADJUSTMENT_KINDS, {
    description:
      '`timePenalty`, `positions` and `disqualification` change the result of a car, `points` and `teamPoints` those of a driver or a team.',
  }),
  sessionId: Type.Optional(
    nullable(Uuid, 'Session of the car; null or left out for points of the season as a whole.'),
  ),
  driverIdx: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: 29 }),
      'Car index in that session; null or left out without a session.',
    ),
  ),
  name: Type.Optional(
    nullable(
      DriverName,
      'Name in the standings that points are added to; null or left out with a session.',
    ),
  ),
  seconds: Type.Optional(
    nullable(
      Type.Number(between(ADJUSTMENT_AMOUNTS.seconds)),
      'Seconds of a time penalty; a negative value reduces the race time. Null or left out for other kinds.',
    ),
  ),
  points: Type.Optional(
    nullable(
      Type.Number(between(ADJUSTMENT_AMOUNTS.points)),
      'Points to add; a negative value deducts them. Null or left out for other kinds.',
    ),
  ),
  places: Type.Optional(
    nullable(
      Type.Integer(between(ADJUSTMENT_AMOUNTS.places)),
      'Places that the car loses. Null or left out for other kinds.',
    ),
  ),
  reason: describe(Reason, 'Reason of the stewards.'),
})
export type AdjustmentCreate = Static<typeof AdjustmentCreate>

/**
 * With `merge`, the names are one driver, shown as `name`; with `split` they are drivers of their own again.
 */
export const AliasChange = Type.Union([
  Type.Object(
    {
      merge: Type.Object(
        {
          name: describe(DriverName, 'Name that the standings show.'),
          aliases: describe(Names, 'Other names of the driver.'),
        },
        { description: 'Names to merge into one driver.' },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { split: describe(Names, 'Names that become drivers of their own again.') },
    { additionalProperties: false },
  ),
])
export type AliasChange = Static<typeof AliasChange>

export const AliasBook = Type.Object({
  aliases: Type.Array(Alias, { description: 'Names that belong to one driver.' }),
  suggestions: Type.Array(MergeSuggestion, {
    description:
      'Names that probably belong to one driver, likeliest first; only the organiser merges them.',
  }),
})
export type AliasBook = Static<typeof AliasBook>

export const PublicationCreate = Type.Object({
  status: Publication.properties.status,
  note: Type.Optional(
    Type.String({ description: 'Note for the readers of the results.', maxLength: TEXT_MAX.note }),
  ),
})
export type PublicationCreate = Static<typeof PublicationCreate>

/**
 * The sessions were driven together: they are linked to an event of the season or, without one, to a new
 * event.
 */
export const WeekendLink = Type.Object({
  eventId: Type.Optional(
    nullable(Uuid, 'Event to which the sessions are added; null or left out for a new event.'),
  ),
  event: Type.Optional(
    nullable(EventCreate, 'The new event; null or left out for an existing one.'),
  ),
  sessionIds: Type.Array(Uuid, {
    description: 'Ids of the sessions of the weekend.',
    minItems: 1,
    maxItems: 30,
    uniqueItems: true,
  }),
})
export type WeekendLink = Static<typeof WeekendLink>

export const PublishedStandings = Type.Object({
  publication: describe(Publication, 'The publication.'),
  standings: describe(Standings, 'The standings as they were published.'),
})
export type PublishedStandings = Static<typeof PublishedStandings>

const PATH = '/api/Seasons'

/** Organisers can do this beside the specification's calls: names, stewards, publishing, undoing. */
export const seasonManagement = endpointTable({
  deleted: {
    method: 'GET',
    path: `${PATH}/deleted`,
    summary: 'Seasons that the caller deleted and can restore',
    auth: 'user',
    scope: 'data:read',
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(Deleted),
  },
  restore: {
    method: 'POST',
    path: `${PATH}/{seasonId}/restore`,
    summary: 'Brings a deleted season back',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    response: Season,
  },
  history: {
    method: 'GET',
    path: `${PATH}/{seasonId}/history`,
    summary: 'What its owner changed, the newest first',
    auth: 'user',
    scope: 'data:read',
    params: SeasonParams,
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(HistoryChange),
  },
  undo: {
    method: 'POST',
    path: `${PATH}/{seasonId}/history/{version}/undo`,
    summary:
      'Undoes the change that created this version, as long as no later change depends on it',
    auth: 'user',
    scope: 'leagues:write',
    params: Type.Object({
      ...SeasonParams.properties,
      version: describe(Version, 'Version that the change made.'),
    }),
    response: Season,
    ifMatch: true,
  },
  linkWeekends: {
    method: 'POST',
    path: `${PATH}/{seasonId}/weekends`,
    summary: 'Links the sessions of whole weekends to events, and makes the events there are not',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: Type.Object({
      weekends: Type.Array(WeekendLink, {
        description: 'Weekends to link.',
        minItems: 1,
        maxItems: 60,
      }),
    }),
    bodyBytesMax: 256_000,
    response: Season,
    ifMatch: true,
  },
  aliases: {
    method: 'GET',
    path: `${PATH}/{seasonId}/aliases`,
    summary: 'Names that are one driver, and names that may be',
    auth: 'user',
    scope: 'data:read',
    params: SeasonParams,
    response: AliasBook,
  },
  changeAliases: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/aliases`,
    summary: 'Merges names into one driver, or splits them again',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: AliasChange,
    response: Season,
    ifMatch: true,
    errors: [409],
  },
  previewAliases: {
    method: 'POST',
    path: `${PATH}/{seasonId}/aliases/preview`,
    summary: 'What a merge or a split would move; nothing is changed',
    auth: 'user',
    scope: 'data:read',
    params: SeasonParams,
    body: AliasChange,
    response: AliasPreview,
  },
  dismissSuggestion: {
    method: 'POST',
    path: `${PATH}/{seasonId}/aliases/dismiss`,
    summary: 'Two names are two drivers: they are not suggested again',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: Type.Object({ names: describe(Names, 'Names that belong to different drivers.') }),
    response: AliasBook,
    ifMatch: true,
  },
  adjust: {
    method: 'POST',
    path: `${PATH}/{seasonId}/adjustments`,
    summary: 'Creates an adjustment by the stewards; it applies once, until it is revoked',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: AdjustmentCreate,
    response: Season,
    ifMatch: true,
  },
  revokeAdjustment: {
    method: 'POST',
    path: `${PATH}/{seasonId}/adjustments/{adjustmentId}/revoke`,
    summary: 'Revokes an adjustment; it stays in the list with the reason',
    auth: 'user',
    scope: 'leagues:write',
    params: Type.Object({
      ...SeasonParams.properties,
      adjustmentId: describe(Uuid, 'Id of the adjustment.'),
    }),
    body: Type.Object({ reason: describe(Reason, 'Reason for revoking the adjustment.') }),
    response: Season,
    ifMatch: true,
  },
  publish: {
    method: 'POST',
    path: `${PATH}/{seasonId}/publications`,
    summary: 'Publishes the current standings as provisional or official results',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: PublicationCreate,
    response: Season,
    ifMatch: true,
  },
  publications: {
    method: 'GET',
    path: `${PATH}/{seasonId}/publications`,
    summary: 'The published versions, the newest first',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    list: 'whole',
    response: Type.Array(Publication),
  },
  publication: {
    method: 'GET',
    path: `${PATH}/{seasonId}/publications/{version}`,
    summary: 'The standings as they were published',
    auth: 'optional',
    scope: 'data:read',
    params: Type.Object({
      ...SeasonParams.properties,
      version: Type.Integer({
        description: 'Number of the publication, from 1.',
        minimum: 1,
        maximum: 100_000,
      }),
    }),
    response: PublishedStandings,
  },
  export: {
    method: 'GET',
    path: `${PATH}/{seasonId}/export`,
    summary: 'A table as CSV, or all of the standings as JSON or as XLSX',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    query: Type.Object({
      format: Type.Optional(
        Type.Enum(['csv', 'json', 'xlsx'], { description: 'Format of the file.', default: 'csv' }),
      ),
      table: Type.Optional(
        Type.Enum(['drivers', 'teams'], {
          description: 'Table to export as CSV.',
          default: 'drivers',
        }),
      ),
      tier: TierQuery,
    }),
    file: 'text/csv',
  },
  work: {
    method: 'GET',
    path: `${PATH}/work`,
    summary: 'What waits for the caller in the seasons that they organise',
    auth: 'user',
    scope: 'data:read',
    list: 'whole',
    response: Type.Array(SeasonWork, {
      description: 'The seasons with something to do, the one that was changed last first.',
    }),
  },
  calendar: {
    method: 'GET',
    path: `${PATH}/{seasonId}/calendar.ics`,
    summary: 'The dated events for a calendar program',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    file: 'text/calendar',
  },
})
