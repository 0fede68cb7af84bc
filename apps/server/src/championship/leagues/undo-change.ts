import { LeagueFields } from '@pitboard/contract/leagues/league'
import { LEAGUE_PICTURE_KINDS } from '@pitboard/contract/leagues/league-pictures'
import { assigningAction, MEMBER_ROLES } from '@pitboard/contract/leagues/league-roles'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import {
  changedAgain,
  findChange,
  noLongerUndoable,
  notUndoable,
  readDetails,
} from '../history/changes.ts'
import { readReplacedFields } from '../history/older-changes.ts'
import { readReplacedRows, restoreRow } from '../history/replaced-rows.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { insertInvitation } from './invitations.ts'
import { addToLeague, removeFromLeague } from './league-seasons.ts'
import { deleteLink } from './invitation-links.ts'
import { deleteMember, insertMember, isSameRole, setRole } from './members.ts'
import { archivePicture, setPicture, takeArchivedPicture } from './pictures.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

interface UndoneChange {
  readonly context: Pick<AppContext, 'db' | 'events' | 'newId' | 'now'>
  readonly league: LeagueRecord
  /** The id is the change's. */
  readonly id: string
  readonly details: unknown
  /** The change made this version. */
  readonly version: number
  readonly change: ChangeRequest
}

/** Restores what one change replaced. Throws a 409 if it has been changed again since. */
type UndoLeagueChange = (change: UndoneChange) => Promise<void>

const UNDO: Readonly<Record<string, UndoLeagueChange>> = {
  updated: undoUpdate,
  seasonAdded: undoSeasonAddition,
  seasonRemoved: undoSeasonRemoval,
  pictureSet: undoPictureChange,
  pictureRemoved: undoPictureChange,
  memberRoleChanged: undoRoleChange,
  memberJoined: undoJoin,
  memberRemoved: undoMemberRemoval,
  memberInvited: undoInvitation,
  ownershipOffered: undoInvitation,
  invitationRevoked: undoInvitationRevocation,
  linkCreated: undoLink,
}

interface Ids {
  readonly leagueId: string
  /** The league has this version after the change. */
  readonly version: number
}

/**
 * Undoes a change as for a season (docs/decisions/022-leagues-and-seasons.md#the-server-undoes-changes-of-
 * seasons-and-leagues-from-their-history).
 */
export async function undoLeagueChange(
  context: AppContext,
  { leagueId, version }: Ids,
  change: ChangeRequest,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'undoChanges' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    const subject = { kind: 'league', id: leagueId } as const
    const { id, action, details } = await findChange(db, subject, version)
    const undo = UNDO[action]
    if (!undo) throw notUndoable(action)
    await undo({ context: { ...context, db }, league, id, details, version, change })
    return { action: 'undone', details: { undone: version, did: action } }
  })
}

const MemberRoleSchema = Type.Enum([...MEMBER_ROLES])
/** A role that is not limited has none. */
const SeasonIds = Type.Optional(Type.Array(Type.String()))
const RoleDetails = Type.Object({
  userId: Type.String(),
  before: MemberRoleSchema,
  beforeSeasonIds: SeasonIds,
  after: MemberRoleSchema,
  afterSeasonIds: SeasonIds,
})
const MemberDetails = Type.Object({
  userId: Type.String(),
  role: MemberRoleSchema,
  seasonIds: SeasonIds,
})
const InvitationDetails = Type.Object({
  userId: Type.String(),
  role: Type.Enum(['owner', ...MEMBER_ROLES]),
  seasonIds: SeasonIds,
})
const LinkDetails = Type.Object({ role: MemberRoleSchema })
const PictureId = Type.Union([Type.String(), Type.Null()])
const SeasonDetails = Type.Object({ seasonId: Type.String() })
const PictureDetails = Type.Object({
  // Changes from before leagues had banners leave it out.
  kind: Type.Optional(Type.Enum([...LEAGUE_PICTURE_KINDS])),
  before: PictureId,
  after: PictureId,
})

async function undoUpdate({ context: { db }, league, id, details }: UndoneChange) {
  const noted = await readReplacedRows(db, id)
  const place = { table: 'league', key: { id: league.id } }
  const rows = noted.length > 0 ? noted : readReplacedFields(place, LeagueFields, details)
  if (rows.length === 0) throw noLongerUndoable()
  for (const row of rows) await restoreRow(db, row)
}

async function undoSeasonAddition({ context, league, details, change }: UndoneChange) {
  const { seasonId } = readDetails(SeasonDetails, details)
  if (!league.season_ids.includes(seasonId)) throw changedAgain()
  await removeFromLeague(context, league, seasonId, change)
}

/** Throws a 409 for a season that was deleted since. */
async function undoSeasonRemoval({ context, league, details, change }: UndoneChange) {
  const { seasonId } = readDetails(SeasonDetails, details)
  const season = await context.db
    .selectFrom('season')
    .select('id')
    .where('id', '=', seasonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!season || league.season_ids.includes(seasonId)) throw changedAgain()
  await addToLeague(context, league, seasonId, change)
}

/** Roles need the same rights as without an undo. */
async function undoRoleChange({ context: { db }, league, details, change }: UndoneChange) {
  const { userId, ...noted } = readDetails(RoleDetails, details)
  const before = { role: noted.before, seasonIds: noted.beforeSeasonIds ?? null }
  const after = { role: noted.after, seasonIds: noted.afterSeasonIds ?? null }
  for (const { role } of [before, after]) {
    ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
  }
  const now = league.roles[userId]
  if (!now || !isSameRole(now, after)) throw changedAgain()
  await setRole(db, { leagueId: league.id, userId }, before)
}

/** The member loses the role; needs the right to remove them. */
async function undoJoin({ context: { db }, league, details, change }: UndoneChange) {
  const { userId, role, seasonIds = null } = readDetails(MemberDetails, details)
  ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
  const now = league.roles[userId]
  if (!now || !isSameRole(now, { role, seasonIds })) throw changedAgain()
  await deleteMember(db, { leagueId: league.id, userId })
}

/** They have accepted the role before. One who has left needs a new invitation. */
async function undoMemberRemoval({ context: { db }, league, details, change }: UndoneChange) {
  const { userId, role, seasonIds = null } = readDetails(MemberDetails, details)
  ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
  const user = await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst()
  if (!user) throw noLongerUndoable()
  if (userId === league.owner_id || league.roles[userId] !== undefined) throw changedAgain()
  await insertMember(db, league, { userId, role, seasonIds })
}

async function undoInvitation({ context: { db }, league, details, change }: UndoneChange) {
  const { userId, role } = readDetails(InvitationDetails, details)
  ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
  const { numDeletedRows } = await db
    .deleteFrom('league_invitation')
    .where('league_id', '=', league.id)
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw changedAgain()
}

/** The user is invited again, by the user who undoes it and for as long as by a new invitation. */
async function undoInvitationRevocation({ context, league, details, change }: UndoneChange) {
  const { userId, role, seasonIds = null } = readDetails(InvitationDetails, details)
  ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
  const user = await context.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw noLongerUndoable()
  const invitedBy = change.user.userId
  await insertInvitation(context, league, { userId, role, seasonIds, invitedBy })
}

/** Ends the link of the role, unless there is a newer one. */
async function undoLink({ context: { db }, league, details, version, change }: UndoneChange) {
  const { role } = readDetails(LinkDetails, details)
  ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
  const newer = await db
    .selectFrom('owner_change')
    .select('id')
    .where('league_id', '=', league.id)
    .where('version', '>', version)
    .where('action', '=', 'linkCreated')
    .where(sql`details->>'role'`, '=', role)
    .executeTakeFirst()
  if (newer || !(await deleteLink(db, { leagueId: league.id, role }))) throw changedAgain()
}

async function undoPictureChange({ context: { db }, league, details, version }: UndoneChange) {
  const { kind = 'thumbnail', before, after } = readDetails(PictureDetails, details)
  const place = { id: league.id, kind }
  if (league[kind] !== after) throw changedAgain()
  const archived = before === null ? null : await takeArchivedPicture(db, league.id, version)
  if (archived === undefined) throw noLongerUndoable()
  await archivePicture(db, place, league.version + 1)
  if (archived) await setPicture(db, place, archived)
}
