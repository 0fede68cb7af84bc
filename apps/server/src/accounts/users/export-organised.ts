import { LeagueFields } from '@pitboard/contract/leagues/league'
import { EventFields, EventSessionFields, SeasonFields } from '@pitboard/contract/seasons/season'
import type { AppContext } from '../../context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import type { Db, Row } from '../../platform/db/tables.ts'

/** Exports the user's leagues, with those that are deleted and can be restored. */
export async function exportLeagues(
  { db, publicUrl }: AppContext,
  userId: string,
): Promise<object[]> {
  const leagues = await db
    .selectFrom('league')
    .selectAll()
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  const links = await db
    .selectFrom('league_season')
    .innerJoin('league', 'league.id', 'league_id')
    .select(['league_id as of', 'season_id as seasonId'])
    .where('league.owner_id', '=', userId)
    .orderBy('season_id')
    .execute()
  const seasons = byOwner(links)
  const history = byOwner(await historyOf(db, 'league', userId))
  const webhooks = byOwner(await webhooksOf(db, userId))
  return leagues.map((league) => ({
    id: league.id,
    ...presentFields(LeagueFields, league),
    ...timesOf(league),
    seasonIds: seasons(league.id).map(({ seasonId }) => seasonId),
    history: history(league.id),
    webhooks: webhooks(league.id),
    page: `${publicUrl()}/leagues/${league.id}`,
    picture: `${publicUrl()}/api/League/${league.id}/thumbnail`,
    banner: `${publicUrl()}/api/League/${league.id}/banner`,
  }))
}

/** Exports the user's seasons, deleted ones too, with all adjustments: the standings follow from them. */
export async function exportSeasons(
  { db, publicUrl }: AppContext,
  userId: string,
): Promise<object[]> {
  const seasons = await db
    .selectFrom('season')
    .selectAll()
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  const events = byOwner(await eventsOf(db, userId))
  const sessions = byOwner(await linkedSessionsOf(db, userId))
  const adjustments = byOwner(await adjustmentsOf(db, userId))
  const teams = byOwner(await teamsOf(db, userId, publicUrl()))
  const drivers = byOwner(await driversOf(db, userId))
  const publications = byOwner(await publicationsOf(db, userId))
  const history = byOwner(await historyOf(db, 'season', userId))
  return seasons.map((season) => ({
    id: season.id,
    ...presentFields(SeasonFields, season),
    ...timesOf(season),
    aliases: season.aliases,
    dismissedMerges: season.dismissed_merges,
    events: events(season.id),
    sessions: sessions(season.id),
    adjustments: adjustments(season.id),
    roster: { teams: teams(season.id), drivers: drivers(season.id) },
    publications: publications(season.id),
    history: history(season.id),
    page: `${publicUrl()}/seasons/${season.id}`,
    document: `${publicUrl()}/api/Seasons/${season.id}/export?format=json`,
  }))
}

/** Exports roles in leagues of others, and open invitations to and by the user. */
export async function exportLeagueRoles(db: Db, userId: string): Promise<object[]> {
  const roles = await db
    .selectFrom('league_member')
    .select(['league_id as leagueId', 'role', 'season_ids as roleSeasonIds', 'added_at as since'])
    .where('user_id', '=', userId)
    .orderBy('league_id')
    .execute()
  const invitations = await db
    .selectFrom('league_invitation')
    .select(['league_id as leagueId', 'season_id as seasonId', 'role'])
    .select('season_ids as roleSeasonIds')
    .select(['user_id as invitedId', 'invited_by as invitedById'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('invited_by', '=', userId)]))
    .orderBy('created_at')
    .execute()
  const links = await db
    .selectFrom('league_invitation_link')
    .select(['league_id as leagueId', 'role', 'season_ids as roleSeasonIds'])
    .select('invited_by as invitedById')
    .select(['uses_left as usesLeft', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('invited_by', '=', userId)
    .orderBy('created_at')
    .execute()
  return [...roles, ...invitations, ...links]
}

/** Returns what the user changed in leagues and seasons of others, steward decisions included. */
export async function exportLeagueChanges(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('owner_change')
    .leftJoin('league', 'league.id', 'league_id')
    .leftJoin('season', 'season.id', 'season_id')
    .select(['league_id as leagueId', 'season_id as seasonId', 'action', 'details', 'at'])
    .where('author_id', '=', userId)
    .where('is_author_deleted', '=', false)
    .where(({ eb, fn }) => eb(fn.coalesce('league.owner_id', 'season.owner_id'), '!=', userId))
    .orderBy('owner_change.id')
    .execute()
}

function timesOf({ created_at, updated_at, deleted_at }: Row<'league'> | Row<'season'>) {
  return { createdAt: created_at, updatedAt: updated_at, deletedAt: deleted_at }
}

/** Returns what belongs to a league or season, by its id. */
function byOwner<T extends { readonly of: string | null }>(
  rows: readonly T[],
): (id: string) => Omit<T, 'of'>[] {
  const groups = Map.groupBy(rows, ({ of }) => of)
  return (id) => (groups.get(id) ?? []).map(({ of: _of, ...row }) => row)
}

/** Leaves out their addresses and keys, which nobody may read again. */
function webhooksOf(db: Db, userId: string) {
  return db
    .selectFrom('webhook')
    .innerJoin('league', 'league.id', 'league_id')
    .select(['league_id as of', 'webhook.id', 'kind', 'webhook.name', 'language', 'types'])
    .select(['state', 'webhook.created_at as createdAt'])
    .where('owner_id', '=', userId)
    .orderBy('webhook.id')
    .execute()
}

async function eventsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('season_event')
    .innerJoin('season', 'season.id', 'season_id')
    .selectAll('season_event')
    .where('owner_id', '=', userId)
    .orderBy('season_event.id')
    .execute()
  return rows.map((row) => ({
    of: row.season_id,
    id: row.id,
    ...presentFields(EventFields, row),
  }))
}

async function linkedSessionsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .selectAll('season_session')
    .where('owner_id', '=', userId)
    .orderBy('event_id')
    .orderBy('session_id')
    .execute()
  return rows.map((row) => ({
    of: row.season_id,
    eventId: row.event_id,
    sessionId: row.session_id,
    ...presentFields(EventSessionFields, row),
  }))
}

function adjustmentsOf(db: Db, userId: string) {
  return db
    .selectFrom('season_adjustment')
    .innerJoin('season', 'season.id', 'season_id')
    .select(['season_id as of', 'season_adjustment.id', 'kind', 'session_id as sessionId'])
    .select(['driver_idx as driverIdx', 'season_adjustment.name', 'seconds', 'points', 'reason'])
    .select('season_adjustment.created_at as createdAt')
    .select(['revoked_at as revokedAt', 'revoked_reason as revokedReason'])
    .where('owner_id', '=', userId)
    .orderBy('season_adjustment.id')
    .execute()
}

async function teamsOf(db: Db, userId: string, publicUrl: string) {
  const rows = await db
    .selectFrom('season_team as team')
    .innerJoin('season', 'season.id', 'team.season_id')
    .leftJoin('season_team_picture as picture', (join) =>
      join
        .onRef('picture.season_id', '=', 'team.season_id')
        .onRef('picture.team_id', '=', 'team.id')
        .on('archived_version', 'is', null),
    )
    .select(['team.season_id as of', 'team.id', 'team.name', 'colour', 'etag'])
    .where('owner_id', '=', userId)
    .orderBy('place')
    .execute()
  return rows.map(({ etag, ...team }) => ({
    ...team,
    picture: etag === null ? null : `${publicUrl}/api/Seasons/${team.of}/teams/${team.id}/picture`,
  }))
}

/** The export has no names of others on the platform of the game. */
function driversOf(db: Db, userId: string) {
  return db
    .selectFrom('season_driver')
    .innerJoin('season', 'season.id', 'season_id')
    .select(['season_id as of', 'season_driver.id', 'season_driver.name', 'tier'])
    .select(['car_number as carNumber', 'team_id as teamId', 'is_reserve as isReserve'])
    .select(['from_event_id as fromEventId', 'to_event_id as toEventId'])
    .where('owner_id', '=', userId)
    .orderBy('place')
    .execute()
}

function publicationsOf(db: Db, userId: string) {
  return db
    .selectFrom('season_publication')
    .innerJoin('season', 'season.id', 'season_id')
    .select(['season_id as of', 'season_publication.version', 'status', 'note'])
    .select('published_at as publishedAt')
    .where('owner_id', '=', userId)
    .orderBy('season_publication.version')
    .execute()
}

/** Reads the history of the owner's leagues or seasons. */
async function historyOf(db: Db, kind: 'league' | 'season', userId: string) {
  const column = kind === 'league' ? 'league_id' : 'season_id'
  return db
    .selectFrom('owner_change')
    .select([`${column} as of`, 'action', 'version', 'details', 'at'])
    .where(column, 'in', (from) =>
      from.selectFrom(kind).select('id').where('owner_id', '=', userId),
    )
    .orderBy('owner_change.id')
    .execute()
}
