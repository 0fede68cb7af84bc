import type { LiveSession } from '@pitboard/contract/live/live'
import {
  type EventSession,
  EventSessionFields,
  type Season,
} from '@pitboard/contract/seasons/season'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { presentFields } from '../../../platform/db/field-columns.ts'
import type { SessionResult } from '../../standings/session-result.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { SUMMARY_COLUMNS, toSummary } from '../../../racing/sessions/store/session-queries.ts'
import type { SeasonInput, SessionInput } from '../../standings/input.ts'
import { standingsOf } from '../../standings/standings.ts'
import { mapTables } from '@pitboard/contract/seasons/tiers'
import { readAdjustments } from '../edit/adjustments.ts'
import { readApprovedClaims } from '../roster/driver-users.ts'
import { readRosterEntries } from '../roster/read-roster.ts'
import { readTeamPictures } from '../roster/team-pictures.ts'
import { readCountedVotes } from '../store/counted-votes.ts'
import { findPublication } from '../store/publications.ts'
import {
  presentEvent,
  presentHead,
  readEvents,
  type SeasonRecord,
  sortCalendar,
} from '../store/queries.ts'
import { readResults, toSessionResult } from '../store/session-results.ts'

type FindLive = (sessionId: string) => Promise<LiveSession | null>

/** Reads a season with the leagues that a viewer may see, and the input of its standings. */
export async function readSeason(
  db: Db,
  found: SeasonRecord,
  leagueIds: readonly string[],
  findLive: FindLive,
): Promise<{ season: Season; input: SeasonInput }> {
  const { id } = found
  const [events, linked, adjustments, publication, roster, claims, pictures, votes] =
    await Promise.all([
      readEvents(db, [id]),
      readLinked(db, id),
      readAdjustments(db, id),
      findPublication(db, id),
      readRosterEntries(db, id),
      readApprovedClaims(db, id),
      readTeamPictures(db, id),
      readCountedVotes(db, id),
    ])
  const results = await readResults(
    db,
    linked.map((row) => row.id),
  )
  const live = new Map<string, SessionResult>()
  for (const { id: sessionId, status } of linked) {
    const state = status === 'live' ? await findLive(sessionId) : null
    if (state) live.set(sessionId, toSessionResult(state))
  }
  const calendar = sortCalendar(events).map((event) => ({
    ...presentEvent(event),
    linked: linked.filter(({ event_id }) => event_id === event.id),
  }))
  const input: SeasonInput = {
    system: found.points_system,
    startingPoints: found.starting_points,
    aliases: found.aliases,
    adjustments: adjustments.filter(({ revokedAt }) => revokedAt === null),
    roster,
    tiers: found.tiers,
    teamsPerTier: found.teams_per_tier,
    claims,
    events: calendar.map((event) => ({
      id: event.id,
      track: event.track,
      points: event.points,
      sessions: event.linked.map((row) => ({
        ...toInput(row, live.get(row.id) ?? results.get(row.id), live.has(row.id)),
        votes: votes.get(row.id) ?? [],
      })),
    })),
  }
  const season = {
    ...presentHead(found, leagueIds),
    events: calendar.map(({ linked: rows, ...event }) => ({
      ...event,
      sessions: rows.map((row) => toEventSession(row, linked)),
    })),
    standings: withTeamPictures(standingsOf(input), pictures),
    aliases: found.aliases,
    adjustments,
    publication,
    isLive: live.size > 0,
  }
  return { season, input }
}

/** Teams in the standings are the same as those in the roster by their name. */
function withTeamPictures(
  standings: Standings,
  pictures: Awaited<ReturnType<typeof readTeamPictures>>,
): Standings {
  const byName = new Map(
    pictures.map(({ name, teamId, pictureId }) => [name, { teamId, pictureId }]),
  )
  const withPictures = (teams: Standings['teams']) =>
    teams.map((team) => {
      const picture = byName.get(team.name)
      return picture ? { ...team, picture } : team
    })
  return mapTables(standings, ({ drivers, teams }) => ({ drivers, teams: withPictures(teams) }))
}

async function readLinked(db: Db, seasonId: string) {
  return db
    .selectFrom('season_session')
    .innerJoin('session', 'session.id', 'session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
    .select(['status', 'group_id'])
    .selectAll('season_session')
    .where('season_id', '=', seasonId)
    .orderBy('started_at')
    .orderBy('session.id')
    .execute()
}

type Linked = Awaited<ReturnType<typeof readLinked>>[number]

function toEventSession(row: Linked, linked: readonly Linked[]): EventSession {
  // They were recognised as one session after both were linked: the organiser decides which one stays.
  const same = linked.filter(
    ({ id, group_id: groupId }) => groupId !== null && groupId === row.group_id && id !== row.id,
  )
  return {
    session: toSummary(row),
    ...presentFields(EventSessionFields, row),
    ...(same.length > 0 && { alsoCountedAs: same.map(({ id }) => id) }),
  }
}

function toInput(
  row: Linked,
  result: SessionResult | undefined,
  isLive: boolean,
): Omit<SessionInput, 'votes'> {
  return {
    sessionId: row.id,
    ...presentFields(EventSessionFields, row),
    isLive,
    plannedLaps: result?.plannedLaps ?? 0,
    cars: result?.cars ?? [],
  }
}
