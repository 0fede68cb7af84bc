import { Type, type Static } from 'typebox'
import { DriverName } from '../seasons/season.ts'
import { BanKind } from '../stewards/decision.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, nullable, optional, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

export const ROSTER_MAX = {
  teams: 60,
  drivers: 200,
  platformIdCharacters: 60,
} as const

export const RosterTeamFields = Type.Object({
  name: Type.String({
    description: 'Name of the team; the constructors’ standings show it.',
    minLength: 1,
    maxLength: TEXT_MAX.driverName,
    pattern: '\\S',
  }),
  colour: Type.String({
    description: 'Colour of the team as `#rrggbb`.',
    pattern: '^#[0-9a-fA-F]{6}$',
  }),
})
export type RosterTeamFields = Static<typeof RosterTeamFields>

const Name = describe(DriverName, 'Name of the driver in the standings; an alias will do.')

const EntryFields = {
  carNumber: nullable(Type.Integer({ minimum: 0, maximum: 999 }), 'Car number; null without one.'),
  teamId: nullable(Uuid, 'Team of the driver; null for the team that the game shows.'),
  fromEventId: nullable(Uuid, 'First event of the entry; null from the start of the season.'),
  toEventId: nullable(Uuid, 'Last event of the entry; null until the end of the season.'),
  isReserve: Type.Boolean({ description: 'Whether the driver is a reserve.' }),
  tier: Type.String({
    description: 'Tier or class of the driver; may be empty.',
    maxLength: TEXT_MAX.tier,
  }),
}

/** Everybody may see these fields. */
export const RosterDriverFields = Type.Object({ name: Name, ...EntryFields })
export type RosterDriverFields = Static<typeof RosterDriverFields>

const Id = describe(Uuid, 'Id, chosen by the caller that adds it.')
const PlatformId = Type.String({
  minLength: 1,
  maxLength: ROSTER_MAX.platformIdCharacters,
  pattern: '\\S',
})

const TeamUpdate = { id: Id, ...RosterTeamFields.properties }
export const RosterTeam = Type.Object({
  ...TeamUpdate,
  pictureId: nullable(Type.String(), 'Id of the picture of the team; null without one.'),
})
export type RosterTeam = Static<typeof RosterTeam>

const PlatformName = nullable(
  PlatformId,
  'Name on the platform of the game; null without one, and for everyone but organisers and the driver.',
)

/** Each entry is a driver in one team: one who changes teams has several entries. */
const DriverUpdate = {
  id: Id,
  ...RosterDriverFields.properties,
  platformId: PlatformName,
}
export const RosterDriver = Type.Object({
  ...DriverUpdate,
  userId: nullable(Uuid, 'User who is this driver; null if nobody has claimed the name.'),
  ban: Type.Optional(
    Type.Object(
      {
        eventId: describe(Uuid, 'Id of the event.'),
        kind: BanKind,
        decision: Type.Integer({ description: 'Number of the decision of the stewards.' }),
      },
      {
        description:
          'The next event at which the stewards have banned the driver; left out without a ban.',
      },
    ),
  ),
})
export type RosterDriver = Static<typeof RosterDriver>

export const Roster = Type.Object({
  version: Type.Integer({ description: 'Version of the season; `If-Match` takes it.' }),
  teams: Type.Array(RosterTeam, { description: 'Teams in the order of the organiser.' }),
  drivers: Type.Array(RosterDriver, {
    description: 'Drivers in the order of the organiser; reserves are called up in this order.',
  }),
})
export type Roster = Static<typeof Roster>

export const RosterUpdate = Type.Object({
  teams: Type.Array(Type.Object(TeamUpdate), {
    description: 'All teams; their pictures stay as they are.',
    maxItems: ROSTER_MAX.teams,
  }),
  drivers: Type.Array(Type.Object(DriverUpdate), {
    description: 'All drivers.',
    maxItems: ROSTER_MAX.drivers,
  }),
})
export type RosterUpdate = Static<typeof RosterUpdate>

/** Programs may leave out what a driver does not have. */
export const RosterBody = Type.Object({
  teams: RosterUpdate.properties.teams,
  drivers: Type.Array(
    Type.Object({
      id: Id,
      name: Name,
      ...optional({ ...EntryFields, platformId: PlatformName }),
    }),
    {
      description:
        'All drivers. A field that is left out is empty; the name on the platform stays as it is.',
      maxItems: ROSTER_MAX.drivers,
    },
  ),
})
export type RosterBody = Static<typeof RosterBody>

/** A user claims that a name in the standings is theirs. */
export const NameClaim = Type.Object({
  id: describe(Uuid, 'Id of the claim.'),
  name: Type.String({ description: 'Name in the standings or the roster.' }),
  userId: describe(Uuid, 'Id of the user.'),
  username: Type.String({ description: 'Username of the user.' }),
  status: Type.Enum(['pending', 'approved', 'refused'], {
    description: '`pending` until an organiser has approved or refused the claim.',
  }),
})
export type NameClaim = Static<typeof NameClaim>

const PATH = '/api/Seasons/{seasonId}'
const ByClaim = Type.Object({
  ...SeasonParams.properties,
  claimId: describe(Uuid, 'Id of the claim.'),
})

/** These endpoints read and change who drives in a season, for which team, and which users they are. */
export const rosters = endpointTable({
  get: {
    method: 'GET',
    path: `${PATH}/roster`,
    summary: 'Teams and drivers of a season',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    response: Roster,
  },
  update: {
    method: 'PUT',
    path: `${PATH}/roster`,
    summary: 'Replaces the roster of a season; the history has each difference',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: RosterBody,
    bodyBytesMax: 256_000,
    response: Roster,
    ifMatch: true,
    errors: [409],
  },
  claims: {
    method: 'GET',
    path: `${PATH}/claims`,
    summary: 'Claims of names: all of them for organisers, their own for others',
    auth: 'user',
    scope: 'data:read',
    params: SeasonParams,
    list: 'whole',
    response: Type.Array(NameClaim),
  },
  claim: {
    method: 'POST',
    path: `${PATH}/claims`,
    summary: 'The caller says that a name in the standings or the roster is theirs',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    body: Type.Object({ name: describe(DriverName, 'Name in the standings or the roster.') }),
    response: NameClaim,
  },
  decideClaim: {
    method: 'PATCH',
    path: `${PATH}/claims/{claimId}`,
    summary: 'An organiser approves or refuses a claim; the standings link an approved name',
    auth: 'user',
    scope: 'leagues:write',
    params: ByClaim,
    body: Type.Object({
      status: Type.Enum(['approved', 'refused'], { description: 'The decision.' }),
    }),
    response: NameClaim,
    ifMatch: true,
    errors: [409],
  },
  withdrawClaim: {
    method: 'DELETE',
    path: `${PATH}/claims/{claimId}`,
    summary: 'Withdraws a claim of the caller, also an approved one',
    auth: 'user',
    scope: 'none',
    params: ByClaim,
  },
})
