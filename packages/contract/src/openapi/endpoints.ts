import { account, recorderKeys } from '../accounts/accounts.ts'
import { personalAccessTokens } from '../accounts/personal-access-tokens.ts'
import { recorderPairings } from '../accounts/recorder-pairing.ts'
import { lapComparisons } from '../comparison/lap-comparison.ts'
import { lapSuggestions } from '../comparison/suggested-laps.ts'
import { captureUploads } from '../ingest/capture-upload.ts'
import { recorderStatus } from '../ingest/recorder-status.ts'
import { recorderUpdates } from '../ingest/recorder-update.ts'
import { careers } from '../drivers/career.ts'
import { headToHead } from '../drivers/head-to-head.ts'
import { downloads } from '../site/downloads.ts'
import { embeds } from '../site/embeds.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { leaguePictures } from '../leagues/league-pictures.ts'
import { leagueMembers } from '../leagues/league-members.ts'
import { leagueRatings } from '../leagues/league-ratings.ts'
import { newsReactions } from '../leagues/news-reactions.ts'
import { leagues } from '../leagues/league.ts'
import { webhooks } from '../leagues/webhooks.ts'
import { notifications } from '../notifications/notifications.ts'
import { memberships } from '../leagues/memberships.ts'
import { liveSessions } from '../live/live.ts'
import { ownLaps, records } from '../records/records.ts'
import { pitLosses } from '../pit-losses/track-pit-loss.ts'
import { replays } from '../live/replay.ts'
import { rosters } from '../roster/roster.ts'
import { teamPictures } from '../roster/team-pictures.ts'
import { attendance } from '../attendance/attendance.ts'
import { signUps } from '../sign-ups/sign-ups.ts'
import { search } from '../search/search.ts'
import { calendarFeeds } from '../seasons/calendar-feed.ts'
import { driverVotes } from '../seasons/driver-vote.ts'
import { driverHome } from '../seasons/driver-home.ts'
import { resultImports } from '../seasons/result-import.ts'
import { seasonOffers } from '../seasons/season-offer.ts'
import { seasonManagement } from '../seasons/season-management.ts'
import { seasons } from '../seasons/season-endpoints.ts'
import { manualResults } from '../sessions/session-document.ts'
import { sessions } from '../sessions/session-endpoints.ts'
import { lapTraces } from '../traces/lap-traces.ts'
import { stewards } from '../stewards/steward-case.ts'
import { trackOutlines } from '../sessions/track-outlines.ts'
import { operation } from '../site/operation.ts'
import { site } from '../site/site.ts'
import { users } from '../accounts/user.ts'

/** The server mounts every endpoint of these tables. */
const endpoints = {
  account,
  calendarFeeds,
  captureUploads,
  downloads,
  embeds,
  lapComparisons,
  lapSuggestions,
  lapTraces,
  leagues,
  leagueMembers,
  leagueRatings,
  newsReactions,
  memberships,
  leagueThumbnail: leaguePictures.thumbnail,
  leagueBanner: leaguePictures.banner,
  liveSessions,
  personalAccessTokens,
  recorderKeys,
  recorderPairings,
  recorderStatus,
  recorderUpdates,
  replays,
  resultImports,
  seasonOffers,
  rosters,
  teamPictures,
  attendance,
  signUps,
  search,
  driverHome,
  driverVotes,
  seasonManagement,
  seasons,
  manualResults,
  ownLaps,
  pitLosses,
  records,
  sessions,
  site,
  stewards,
  trackOutlines,
  users,
  careers,
  headToHead,
  webhooks,
  notifications,
  operation,
} satisfies Record<string, Record<string, Endpoint>>

/** Returns the endpoints of all tables. */
export function allEndpoints(): Endpoint[] {
  return Object.values(endpoints).flatMap((table): Endpoint[] => Object.values(table))
}
