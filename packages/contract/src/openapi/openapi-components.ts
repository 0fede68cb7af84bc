import type { TSchema } from 'typebox'
import { Adjustment, AdjustmentDecision, AdjustmentOrigin } from '../seasons/adjustment.ts'
import { AccountExport, RecorderKey, SignIn } from '../accounts/accounts.ts'
import {
  CaptureUpload,
  CaptureUploadLimits,
  CaptureUsage,
  UploadedSession,
  UploadResult,
} from '../ingest/capture-upload.ts'
import { Download, DownloadPlatform, Downloads } from '../site/downloads.ts'
import { Driver, Lap, Penalty, PitStop, TyreStint, Warning } from '../sessions/driver.ts'
import { NUMBERED } from '../wire/enumeration-schemas.ts'
import { HistoryChange, Deleted } from '../wire/history.ts'
import { League, LeagueCreate, LeagueList, LeagueUpdate } from '../leagues/league.ts'
import {
  InvitationLink,
  JoinedLeague,
  LeagueMember,
  LeagueOwner,
  LeagueTeam,
  LinkCode,
  OpenInvitation,
} from '../leagues/league-members.ts'
import { Webhook, WebhookDelivery } from '../leagues/webhooks.ts'
import {
  FollowChange,
  FollowedItem,
  FollowState,
  NotificationChannels,
  NotificationSettings,
  PushDevice,
  PushSubscription,
} from '../notifications/notifications.ts'
import { NameClaim, Roster, RosterDriver, RosterTeam } from '../roster/roster.ts'
import { TeamPictureUpload } from '../roster/team-pictures.ts'
import { Attendance, EventAttendance, OpenAttendance } from '../attendance/attendance.ts'
import { SeasonSignUp, SignUp, SignUpCreate } from '../sign-ups/sign-ups.ts'
import { StartingPoints } from '../seasons/starting-points.ts'
import { CaseCar, Decision, SeasonDecisions } from '../stewards/decision.ts'
import { Penalty as StewardPenalty } from '../stewards/penalty.ts'
import { CaseRoom, CaseStatement, DecisionDraft, StewardCase } from '../stewards/steward-case.ts'
import { StewardRules } from '../stewards/steward-rules.ts'
import { CalendarFeed } from '../seasons/calendar-feed.ts'
import { Banner, Thumbnail } from '../leagues/league-pictures.ts'
import { Lease, LiveSession, LiveSummary, TcpLease, UdpLease } from '../live/live.ts'
import {
  FastestLapPoints,
  PointsSystem,
  PointsSystemChoice,
  SessionRole,
  ShortenedRace,
} from '../seasons/points-system.ts'
import { Problem } from '../wire/problem.ts'
import {
  DrivenLap,
  LapRecord,
  LapStatistics,
  Participation,
  PersonalBest,
  TrackRecord,
  WithheldLap,
} from '../records/records.ts'
import { KnownPitLoss, TrackPitLoss } from '../pit-losses/track-pit-loss.ts'
import { RecorderReport, RecorderStatus } from '../ingest/recorder-status.ts'
import {
  PersonalAccessToken,
  PersonalAccessTokenCreate,
} from '../accounts/personal-access-tokens.ts'
import { PairingRequest, PairingResult, StartedPairing } from '../accounts/recorder-pairing.ts'
import { SuggestedLap, SuggestedLaps } from '../comparison/suggested-laps.ts'
import { ComparedLap, LapComparison, PackedColumn } from '../comparison/lap-comparison.ts'
import {
  DriverLaps,
  LapDetails,
  LapTrace,
  SessionLap,
  SessionLaps,
  TraceColumn,
} from '../traces/lap-traces.ts'
import { TeamRules } from '../seasons/points-system.ts'
import { Replay, ReplayState } from '../live/replay.ts'
import { Instant, Uuid, Vector } from '../wire/schema.ts'
import { SearchKind, SearchResults } from '../search/search.ts'
import {
  Alias,
  EventCreate,
  EventSession,
  EventSessionUpdate,
  EventTrack,
  EventUpdate,
  Publication,
  Season,
  SeasonCreate,
  SeasonEvent,
  SeasonList,
  SeasonUpdate,
  SessionsAdd,
  Visibility,
} from '../seasons/season.ts'
import {
  AdjustmentCreate,
  AliasBook,
  AliasChange,
  PublicationCreate,
  PublishedStandings,
  WeekendLink,
} from '../seasons/season-management.ts'
import { CountingSeason } from '../sessions/counting-seasons.ts'
import { DocumentDriver, DocumentVector, SessionDocument } from '../sessions/session-document.ts'
import {
  Overtake,
  SessionEvent,
  SessionEventKind,
  WeatherChange,
  WeatherSample,
} from '../sessions/session-events.ts'
import { SessionSeason } from '../sessions/session-endpoints.ts'
import {
  Completeness,
  CompletenessFigures,
  FilledField,
  RecordedSession,
  SessionDetail,
  SessionSettings,
  SessionSummary,
  Sibling,
} from '../sessions/session.ts'
import {
  ListedSession,
  OwnSessionList,
  PodiumDriver,
  RecorderResult,
  SessionHighlights,
  SessionPage,
} from '../sessions/listed-session.ts'
import { Operator, Site } from '../site/site.ts'
import {
  AliasPreview,
  Contribution,
  Explanation,
  MergeSuggestion,
  Result,
  Standings,
  StandingsDriver,
  StandingsRow,
  StandingsTeam,
  TieBreak,
} from '../seasons/standings.ts'
import { TrackBest, UserProfile } from '../accounts/user.ts'

/** These schemas have a name in the document; others are written where they are used. */
export const ANSWERS: Record<string, TSchema> = {
  AccountExport,
  Adjustment,
  Alias,
  AliasBook,
  AliasPreview,
  CaptureUpload,
  CountingSeason,
  HistoryChange,
  Completeness,
  CompletenessFigures,
  Contribution,
  Deleted,
  Download,
  DownloadPlatform,
  Downloads,
  Driver,
  EventSession,
  Explanation,
  FastestLapPoints,
  FilledField,
  Lap,
  League,
  LeagueList,
  Lease,
  ListedSession,
  LiveSession,
  LiveSummary,
  MergeSuggestion,
  Operator,
  Overtake,
  OwnSessionList,
  Penalty,
  PitStop,
  PodiumDriver,
  RecorderResult,
  SessionHighlights,
  PointsSystem,
  Problem,
  Publication,
  PublishedStandings,
  RecordedSession,
  RecorderKey,
  Replay,
  ReplayState,
  Result,
  SearchKind,
  SearchResults,
  Season,
  SeasonEvent,
  SeasonList,
  SessionDetail,
  SessionSettings,
  SessionEvent,
  SessionEventKind,
  SessionPage,
  SessionRole,
  SessionSeason,
  SessionSummary,
  ShortenedRace,
  Sibling,
  SignIn,
  Site,
  Standings,
  StandingsDriver,
  StandingsRow,
  StandingsTeam,
  TcpLease,
  TieBreak,
  TrackBest,
  TyreStint,
  UdpLease,
  UploadedSession,
  UploadResult,
  UserProfile,
  Vector,
  Visibility,
  Warning,
  WeatherChange,
  WeatherSample,
  CaptureUploadLimits,
  CaptureUsage,
  ComparedLap,
  DrivenLap,
  DriverLaps,
  KnownPitLoss,
  LapComparison,
  LapDetails,
  PackedColumn,
  TraceColumn,
  LapRecord,
  LapStatistics,
  LapTrace,
  PairingRequest,
  PairingResult,
  Participation,
  PersonalBest,
  RecorderReport,
  RecorderStatus,
  SessionLap,
  SessionLaps,
  PersonalAccessToken,
  SuggestedLap,
  SuggestedLaps,
  StartedPairing,
  TeamRules,
  TrackPitLoss,
  TrackRecord,
  WithheldLap,
  CalendarFeed,
  InvitationLink,
  JoinedLeague,
  LeagueMember,
  LeagueOwner,
  LeagueTeam,
  Attendance,
  EventAttendance,
  OpenAttendance,
  SeasonSignUp,
  SignUp,
  NameClaim,
  OpenInvitation,
  Roster,
  RosterDriver,
  RosterTeam,
  Webhook,
  WebhookDelivery,
  FollowedItem,
  FollowState,
  NotificationChannels,
  NotificationSettings,
  PushDevice,
  AdjustmentDecision,
  AdjustmentOrigin,
  CaseCar,
  CaseRoom,
  CaseStatement,
  Decision,
  SeasonDecisions,
  StartingPoints,
  StewardCase,
  StewardPenalty,
  StewardRules,
  Instant,
  Uuid,
  ...NUMBERED,
}

export const BODIES: Record<string, TSchema> = {
  AdjustmentCreate,
  AliasChange,
  Banner,
  DocumentDriver,
  EventCreate,
  EventSessionUpdate,
  EventTrack,
  EventUpdate,
  LeagueCreate,
  LeagueUpdate,
  PointsSystemChoice,
  PublicationCreate,
  SeasonCreate,
  SeasonUpdate,
  SessionDocument,
  SessionsAdd,
  Thumbnail,
  WeekendLink,
  DocumentVector,
  LinkCode,
  PersonalAccessTokenCreate,
  PushSubscription,
  SignUpCreate,
  DecisionDraft,
  FollowChange,
  NotificationChannelsChange: NotificationChannels,
  PenaltyDraft: StewardPenalty,
  TeamPictureUpload,
}
