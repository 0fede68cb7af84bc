import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { MEMBER_ROLES } from './league-roles.ts'

export const ROLE_SEASONS_MAX = 100

/** A role counts in these seasons. */
export const RoleSeasonIds = nullable(
  Type.Array(Uuid, { minItems: 1, maxItems: ROLE_SEASONS_MAX, uniqueItems: true }),
  'Seasons of the league in which the role counts; null for the league with all of its seasons.',
)

/** The caller has a role in this league. */
export const Membership = Type.Object({
  leagueId: describe(Uuid, 'Id of the league.'),
  leagueName: Type.String({ description: 'Name of the league.' }),
  ownerId: describe(Uuid, 'Id of the owner of the league.'),
  ownerName: Type.String({ description: 'Username of the owner.' }),
  role: Type.Enum([...MEMBER_ROLES], { description: 'Role of the caller.' }),
  seasonIds: RoleSeasonIds,
  since: describe(Instant, 'When the caller became a member, UTC.'),
})
export type Membership = Static<typeof Membership>

/**
 * This call has a table of its own, because pages of leagues and seasons load it, while few of them load the
 * others.
 */
export const memberships = endpointTable({
  list: {
    method: 'GET',
    path: '/api/League/memberships',
    summary: 'Leagues of others in which the caller has a role',
    auth: 'user',
    scope: 'data:read',
    list: 'whole',
    response: Type.Array(Membership),
  },
})
