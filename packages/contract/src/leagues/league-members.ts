import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { LeagueParams } from '../wire/path-params.ts'
import { describe, Instant, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'
import { MEMBER_ROLES } from './league-roles.ts'
import { RoleSeasonIds } from './memberships.ts'

const PATH = '/api/League'

export const MEMBERS_MAX = 50
export const OPEN_INVITATIONS_MAX = 50
export const LINK_DAYS_MAX = 30
export const LINK_USES_MAX = 50

const Role = Type.Enum([...MEMBER_ROLES], {
  description:
    'Role of a member: `admin` edits the league, its members and seasons; `resultEditor` edits events, sessions and names; `steward` decides on penalties.',
})
const OfferedRole = Type.Enum(['owner', ...MEMBER_ROLES], {
  description: 'Role that is offered; `owner` offers the league itself to a member.',
})

/** Without it a new role counts everywhere, and one that a member has where it did. */
const OptionalSeasonIds = Type.Optional(RoleSeasonIds)

const LEAGUE_FIELDS = {
  leagueId: describe(Uuid, 'Id of the league.'),
  leagueName: Type.String({ description: 'Name of the league.' }),
}
const USER_FIELDS = {
  userId: describe(Uuid, 'Id of the user.'),
  username: Type.String({ description: 'Username.' }),
}
const INVITATION_TIMES = {
  invitedByName: Type.String({ description: 'Username of the user who invites.' }),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  expiresAt: describe(Instant, 'When it expires, UTC.'),
}

export const OwnInvitation = Type.Object({
  id: describe(Uuid, 'Id of the invitation.'),
  ...LEAGUE_FIELDS,
  role: OfferedRole,
  seasonIds: RoleSeasonIds,
  ...INVITATION_TIMES,
})
export type OwnInvitation = Static<typeof OwnInvitation>

export const LeagueMember = Type.Object({
  ...USER_FIELDS,
  role: Role,
  seasonIds: RoleSeasonIds,
  since: describe(Instant, 'When the user became a member, UTC.'),
})
export type LeagueMember = Static<typeof LeagueMember>

export const OpenInvitation = Type.Object({
  id: describe(Uuid, 'Id of the invitation.'),
  ...USER_FIELDS,
  role: OfferedRole,
  seasonIds: RoleSeasonIds,
  ...INVITATION_TIMES,
})

export const InvitationLink = Type.Object({
  role: Role,
  seasonIds: RoleSeasonIds,
  usesLeft: Type.Integer({ description: 'How many users can still join with the link.' }),
  ...INVITATION_TIMES,
})

export const LeagueOwner = Type.Object(USER_FIELDS)

/** The team of a league is the users who run it. */
export const LeagueTeam = Type.Object({
  owner: describe(LeagueOwner, 'Owner of the league.'),
  members: Type.Array(LeagueMember, { description: 'Members with a role, by role and date.' }),
  invitations: Type.Array(OpenInvitation, {
    description: 'Open invitations; empty for callers who may not invite.',
  }),
  links: Type.Array(InvitationLink, {
    description: 'Invitation links, without their code; empty for callers who may not invite.',
  }),
})
export type LeagueTeam = Static<typeof LeagueTeam>

const Code = Type.String({
  pattern: '^[\\w-]{43}$',
  description: 'Code of an invitation link. Every signed-in user who has it can join.',
})

export const LinkCode = Type.Object({ code: Code })

/** A user sees what a link invites to before they decide. */
export const LinkPreview = Type.Object({
  ...LEAGUE_FIELDS,
  role: Role,
  seasonIds: RoleSeasonIds,
  ...INVITATION_TIMES,
  isMember: Type.Boolean({ description: 'Whether the caller has a role in the league already.' }),
})
export type LinkPreview = Static<typeof LinkPreview>

const ByInvitation = Type.Object({
  invitationId: describe(Uuid, 'Id of the invitation.'),
})
const ByMember = Type.Object({
  ...LeagueParams.properties,
  userId: describe(Uuid, 'Id of the member.'),
})
const ByLink = Type.Object({
  ...LeagueParams.properties,
  role: describe(Role, 'Role of the link.'),
})
/** The caller has become a member of this league. */
export const JoinedLeague = Type.Object(LEAGUE_FIELDS)

/** These calls list and change the members of a league and their roles, and let users become members. */
export const leagueMembers = endpointTable({
  ownInvitations: {
    method: 'GET',
    path: `${PATH}/invitations`,
    summary: 'Open invitations of the caller, the newest first, 50 at most',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(OwnInvitation),
  },
  acceptInvitation: {
    method: 'POST',
    path: `${PATH}/invitations/{invitationId}/accept`,
    summary: 'Accepts an invitation, or the ownership of a league',
    auth: 'user',
    scope: 'none',
    params: ByInvitation,
    response: JoinedLeague,
  },
  declineInvitation: {
    method: 'POST',
    path: `${PATH}/invitations/{invitationId}/decline`,
    summary: 'Declines an invitation',
    auth: 'user',
    scope: 'none',
    params: ByInvitation,
  },
  readLink: {
    method: 'POST',
    path: `${PATH}/invitationLinks/read`,
    summary: 'What an invitation link invites to; nothing is changed',
    auth: 'user',
    scope: 'none',
    body: LinkCode,
    response: LinkPreview,
    errors: [404],
  },
  acceptLink: {
    method: 'POST',
    path: `${PATH}/invitationLinks/accept`,
    summary: 'Joins a league by an invitation link',
    auth: 'user',
    scope: 'none',
    body: LinkCode,
    response: JoinedLeague,
    errors: [404],
  },
  team: {
    method: 'GET',
    path: `${PATH}/{leagueId}/members`,
    summary: 'Owner, members and open invitations, for members of the league',
    auth: 'user',
    scope: 'data:read',
    params: LeagueParams,
    response: LeagueTeam,
  },
  invite: {
    method: 'POST',
    path: `${PATH}/{leagueId}/invitations`,
    summary: 'Invites a user, or offers the ownership to a member',
    auth: 'user',
    scope: 'none',
    params: LeagueParams,
    body: Type.Object({
      username: Type.String({
        description: 'Username of the user to invite, in any case.',
        minLength: 1,
        maxLength: TEXT_MAX.name,
      }),
      role: OfferedRole,
      seasonIds: OptionalSeasonIds,
    }),
    response: LeagueTeam,
    ifMatch: true,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: `${PATH}/{leagueId}/invitations/{invitationId}`,
    summary: 'Revokes an invitation',
    auth: 'user',
    scope: 'none',
    params: Type.Object({ ...LeagueParams.properties, ...ByInvitation.properties }),
    response: LeagueTeam,
    ifMatch: true,
  },
  createLink: {
    method: 'PUT',
    path: `${PATH}/{leagueId}/invitationLinks/{role}`,
    summary:
      'Creates the invitation link of a role; an earlier one ends. Only this answer has the code',
    auth: 'user',
    scope: 'none',
    params: ByLink,
    body: Type.Object({
      seasonIds: OptionalSeasonIds,
      days: Type.Integer({
        description: 'How many days the link is valid.',
        minimum: 1,
        maximum: LINK_DAYS_MAX,
      }),
      uses: Type.Integer({
        description: 'How many users can join with it.',
        minimum: 1,
        maximum: LINK_USES_MAX,
      }),
    }),
    response: Type.Object({
      code: Code,
      team: describe(LeagueTeam, 'Who runs the league now.'),
    }),
    ifMatch: true,
  },
  revokeLink: {
    method: 'DELETE',
    path: `${PATH}/{leagueId}/invitationLinks/{role}`,
    summary: 'Revokes the invitation link of a role',
    auth: 'user',
    scope: 'none',
    params: ByLink,
    response: LeagueTeam,
    ifMatch: true,
  },
  changeRole: {
    method: 'PATCH',
    path: `${PATH}/{leagueId}/members/{userId}`,
    summary: 'Changes the role of a member, and with seasonIds where it counts',
    auth: 'user',
    scope: 'none',
    params: ByMember,
    body: Type.Object({ role: Role, seasonIds: OptionalSeasonIds }),
    response: LeagueTeam,
    ifMatch: true,
  },
  removeMember: {
    method: 'DELETE',
    path: `${PATH}/{leagueId}/members/{userId}`,
    summary: 'Removes a member; a member removes themself to leave the league',
    auth: 'user',
    scope: 'none',
    params: ByMember,
    ifMatch: true,
  },
})
