import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, Uuid } from '../wire/schema.ts'
import { MEMBER_ROLES } from './league-roles.ts'

/** A league in which the caller has a role. */
export const Membership = Type.Object({
  leagueId: describe(Uuid, 'Id of the league.'),
  leagueName: Type.String({ description: 'Name of the league.' }),
  ownerId: describe(Uuid, 'Id of the owner of the league.'),
  ownerName: Type.String({ description: 'Username of the owner.' }),
  role: Type.Enum([...MEMBER_ROLES], { description: 'Role of the caller.' }),
  since: describe(Instant, 'When the caller became a member, UTC.'),
})
export type Membership = Static<typeof Membership>

/** A table of its own: pages of leagues and seasons load it, and few of them the other calls. */
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
