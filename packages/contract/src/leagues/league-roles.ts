/** Members of a league have these roles. The league's `ownerId` names the owner, who is not a member. */
export const MEMBER_ROLES = ['admin', 'resultEditor', 'steward'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** `member` is what a member has outside of the seasons to which their role is limited. */
export type LeagueRole = 'owner' | MemberRole | 'member'

/** A member has a role in all seasons of a league and in the league itself, or in these seasons alone. */
export interface GivenRole {
  readonly role: MemberRole
  /** Null stands for the league with all of its seasons, those of the future included. */
  readonly seasonIds: readonly string[] | null
}

/** Returns what a role is in a season of its league; null stands for the league itself. */
export function roleWithin({ role, seasonIds }: GivenRole, seasonId: string | null): LeagueRole {
  if (seasonIds === null) return role
  return seasonId !== null && seasonIds.includes(seasonId) ? role : 'member'
}

/**
 * The table lists the roles that may do each action in a league and in its seasons. Server and pages decide by this
 * table alone (docs/leagues-and-seasons.md).
 */
const ALLOWED_ROLES = {
  /** Covers the history and the list of members. */
  viewTeam: ['owner', 'admin', 'resultEditor', 'steward', 'member'],
  /** Covers name, description, links, pictures and visibility. */
  editLeague: ['owner', 'admin'],
  /** Creates, edits and deletes seasons, adds them to the league and removes them. */
  manageSeasons: ['owner', 'admin'],
  /** Covers inviting and removing stewards and result editors. */
  manageMembers: ['owner', 'admin'],
  manageAdmins: ['owner'],
  /** Covers events, linked sessions, results by hand, names of drivers and publications. */
  editResults: ['owner', 'admin', 'resultEditor'],
  editAdjustments: ['owner', 'admin', 'steward'],
  /** Covers undoing the changes of every member. */
  undoChanges: ['owner', 'admin'],
  transferLeague: ['owner'],
  /** Deletes the league and restores it. */
  deleteLeague: ['owner'],
} as const satisfies Readonly<Record<string, readonly LeagueRole[]>>

export type LeagueAction = keyof typeof ALLOWED_ROLES

/** Returns whether one of the roles allows the action. */
export function isAllowed(roles: readonly LeagueRole[], action: LeagueAction): boolean {
  const allowed: readonly LeagueRole[] = ALLOWED_ROLES[action]
  return roles.some((role) => allowed.includes(role))
}

/** Returns the action that a caller must be allowed to do to give a member this role or take it away. */
export function assigningAction(role: 'owner' | MemberRole): LeagueAction {
  if (role === 'owner') return 'transferLeague'
  return role === 'admin' ? 'manageAdmins' : 'manageMembers'
}
