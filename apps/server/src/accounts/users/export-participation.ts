import type { Db } from '../../platform/db/tables.ts'

/** Exports what the user wrote as a driver or steward in the seasons of others. */
export async function exportParticipation(db: Db, userId: string): Promise<object> {
  const [
    claims,
    platformIds,
    reports,
    statements,
    comments,
    proposals,
    signUps,
    attendance,
    votes,
    reactions,
  ] = await Promise.all([
    db
      .selectFrom('season_claim')
      .select(['season_id as seasonId', 'name', 'status', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('season_driver_platform')
      .select(['season_id as seasonId', 'platform_id as platformId'])
      .where('user_id', '=', userId)
      .orderBy('season_id')
      .execute(),
    db
      .selectFrom('steward_case')
      .select(['season_id as seasonId', 'session_id as sessionId', 'lap', 'description', 'links'])
      .select('created_at as createdAt')
      .where('reporter_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('steward_statement')
      .select(['case_id as caseId', 'kind', 'text', 'links', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('steward_comment')
      .select(['case_id as caseId', 'text', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('steward_proposal')
      .select(['case_id as caseId', 'penalties', 'reason', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('season_sign_up')
      .select(['season_id as seasonId', 'name', 'tier', 'platform_id as platformId', 'answers'])
      .select(['status', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('season_id')
      .execute(),
    db
      .selectFrom('season_attendance')
      .select(['season_id as seasonId', 'event_id as eventId', 'answer'])
      .select(['answered_at as answeredAt', 'called_up_at as calledUpAt'])
      .where('user_id', '=', userId)
      .orderBy('season_id')
      .orderBy('event_id')
      .execute(),
    db
      .selectFrom('driver_vote_ballot')
      .select(['season_id as seasonId', 'session_id as sessionId', 'driver_idx as driverIdx'])
      .select('cast_at as castAt')
      .where('user_id', '=', userId)
      .orderBy('cast_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('news_reaction')
      .select(['league_id as leagueId', 'kind', 'subject_id as subjectId', 'part', 'reaction'])
      .select('created_at as createdAt')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ])
  return {
    claims,
    platformIds,
    signUps,
    attendance,
    reports,
    statements,
    comments,
    proposals,
    driverVotes: votes,
    reactions,
  }
}
