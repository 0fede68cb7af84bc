import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { ArrayPage, describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { CaseCar, Decision, DecisionPreview, SeasonDecisions } from './decision.ts'
import { PENALTIES_MAX, Penalty } from './penalty.ts'
import { StewardRulesBody } from './steward-rules.ts'

export const STEWARD_MAX = {
  /**
   * A report, a response, an appeal, a comment and the reason of a decision have this limit in characters.
   */
  text: 2000,
  links: 3,
  linkCharacters: 300,
  cars: 6,
  /** A case has at most this many comments. */
  comments: 300,
  proposals: 20,
  /** A season has at most this many cases. */
  cases: 1000,
} as const

const Words = Type.String({ minLength: 1, maxLength: STEWARD_MAX.text, pattern: '\\S' })
const Links = Type.Array(
  Type.String({ maxLength: STEWARD_MAX.linkCharacters, pattern: '^https://' }),
  { maxItems: STEWARD_MAX.links, description: 'Addresses of clips, https only.' },
)
const LapNumber = Type.Integer({ minimum: 1, maximum: 200 })
const EventNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })

/** A driver states this on a report, or against a decision. */
export const CaseStatement = Type.Object({
  id: describe(Uuid, 'Id of the statement.'),
  kind: Type.Enum(['response', 'appeal'], { description: 'A response or an appeal.' }),
  userId: nullable(Uuid, 'Author; null if the account is deleted.'),
  username: Type.String({ description: 'Username of the author.' }),
  text: Type.String({ description: 'Text of the statement.' }),
  links: Links,
  createdAt: describe(Instant, 'When it was made, UTC.'),
})
export type CaseStatement = Static<typeof CaseStatement>

/** A report is shown with what its parties may see. */
export const StewardCase = Type.Object({
  id: describe(Uuid, 'Id of the case.'),
  number: Type.Integer({ description: 'Number in the season, from 1.' }),
  version: Type.Integer({ description: 'Version of the case; `If-Match` takes it.' }),
  state: Type.Enum(['open', 'waiting', 'decided', 'appealed'], {
    description: '`waiting`: a reported driver can still respond.',
  }),
  sessionId: describe(Uuid, 'Session of the incident.'),
  lap: nullable(Type.Integer(), 'Lap of the incident; null if unknown.'),
  eventSeq: nullable(Type.Integer(), 'Event of the session that shows the incident, by its `seq`.'),
  cars: Type.Array(CaseCar, { description: 'Reported cars.' }),
  description: Type.String({ description: 'What happened, by the reporter.' }),
  links: Links,
  reporterId: nullable(Uuid, 'User who reported it; null if the account is deleted.'),
  reporterName: Type.String({ description: 'Username of the reporter.' }),
  createdAt: describe(Instant, 'When it was reported, UTC.'),
  respondUntil: describe(Instant, 'Until when the reported drivers can respond, UTC.'),
  appealUntil: nullable(Instant, 'Until when the decision can be appealed, UTC; null without one.'),
  statements: Type.Array(CaseStatement, { description: 'Responses and appeals, oldest first.' }),
  decisions: Type.Array(Decision, { description: 'Decisions of this case, newest first.' }),
  may: Type.Object(
    {
      respond: Type.Boolean({ description: 'As a reported driver, once.' }),
      appeal: Type.Boolean({ description: 'As an involved driver, once.' }),
      judge: Type.Boolean({ description: 'As a steward who is not involved.' }),
    },
    { description: 'What the caller may do now.' },
  ),
})
export type StewardCase = Static<typeof StewardCase>

const Reason = describe(Words, 'Reason that is published with the decision.')
const Penalties = Type.Array(Penalty, {
  maxItems: PENALTIES_MAX,
  description: 'Penalties; none: no further action.',
})

export const DecisionDraft = Type.Object({ penalties: Penalties, reason: Reason })
export type DecisionDraft = Static<typeof DecisionDraft>

/** The stewards of a case share this with each other alone. */
export const CaseRoom = Type.Object({
  comments: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the comment.'),
      userId: nullable(Uuid, 'Author; null if the account is deleted.'),
      username: Type.String({ description: 'Username of the author.' }),
      text: Type.String({ description: 'Text of the comment.' }),
      createdAt: describe(Instant, 'When it was written, UTC.'),
    }),
    { description: 'Discussion, oldest first.' },
  ),
  proposals: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the proposal.'),
      userId: nullable(Uuid, 'Author; null if the account is deleted.'),
      username: Type.String({ description: 'Username of the author.' }),
      penalties: Penalties,
      reason: Reason,
      createdAt: describe(Instant, 'When it was made, UTC.'),
      voters: Type.Array(Type.String(), { description: 'Usernames of those who vote for it.' }),
      isOwnVote: Type.Boolean({ description: 'Whether the caller votes for it.' }),
    }),
    { description: 'Proposals, oldest first.' },
  ),
})
export type CaseRoom = Static<typeof CaseRoom>

export const IncidentReport = Type.Object({
  id: Type.Optional(
    describe(Uuid, 'Id of the case, chosen by the caller: sent twice, it is stored once.'),
  ),
  sessionId: describe(Uuid, 'Session of the season in which it happened.'),
  lap: nullable(LapNumber, 'Lap of the incident; null if unknown.'),
  eventSeq: nullable(EventNumber, 'Event of the session that shows it; null without one.'),
  driverIdxs: Type.Array(Type.Integer({ minimum: 0, maximum: 29 }), {
    description: 'Cars that are reported.',
    minItems: 1,
    maxItems: STEWARD_MAX.cars,
    uniqueItems: true,
  }),
  description: describe(Words, 'What happened.'),
  links: Links,
})
export type IncidentReport = Static<typeof IncidentReport>

/** The case waits for the caller. */
export const PendingCase = Type.Object({
  caseId: describe(Uuid, 'Id of the case.'),
  number: Type.Integer({ description: 'Number in the season.' }),
  seasonId: describe(Uuid, 'Id of the season.'),
  seasonName: Type.String({ description: 'Name of the season.' }),
  need: Type.Enum(['respond', 'judge'], {
    description: '`respond`: the caller is reported; `judge`: the caller is a steward.',
  }),
  until: nullable(Instant, 'Until when, UTC; null without a limit.'),
})
export type PendingCase = Static<typeof PendingCase>

const PATH = '/api/Seasons/{seasonId}'
const CASE = `${PATH}/cases/{caseId}` as const
const ByCase = Type.Object({
  ...SeasonParams.properties,
  caseId: describe(Uuid, 'Id of the case.'),
})

/**
 * These calls serve reports, the stewards' room and decisions. Reports and discussions are confidential, and
 * persons decide: tokens read nothing but published decisions.
 */
export const stewards = endpointTable({
  decisions: {
    method: 'GET',
    path: `${PATH}/decisions`,
    summary: 'Published decisions of a season, licence points and grid penalties',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    response: SeasonDecisions,
  },
  setRules: {
    method: 'PUT',
    path: `${PATH}/stewardRules`,
    summary: 'Sets who may report incidents, the deadlines and the licence thresholds',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: StewardRulesBody,
    response: SeasonDecisions,
    ifMatch: true,
  },
  updatePenalty: {
    method: 'PUT',
    path: `${PATH}/decisions/{decisionId}/penalties/{place}`,
    summary: 'Activates a suspended penalty, or confirms that a grid penalty was served',
    auth: 'user',
    scope: 'none',
    params: Type.Object({
      ...SeasonParams.properties,
      decisionId: describe(Uuid, 'Id of the decision.'),
      place: Type.Integer({
        minimum: 0,
        maximum: PENALTIES_MAX - 1,
        description: 'Index among the penalties of the decision.',
      }),
    }),
    body: Type.Object({
      state: Type.Enum(['activated', 'served'], {
        description: '`activated`: the suspended penalty takes effect; `served`: it was served.',
      }),
    }),
    response: SeasonDecisions,
    ifMatch: true,
    errors: [409],
  },
  pending: {
    method: 'GET',
    path: '/api/StewardCases/pending',
    summary: 'Cases that wait for the caller as a reported driver or as a steward',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(PendingCase),
  },
  cases: {
    method: 'GET',
    path: `${PATH}/cases`,
    summary: 'Cases, newest first: all of them for stewards, those with the caller for others',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(StewardCase),
  },
  report: {
    method: 'POST',
    path: `${PATH}/cases`,
    summary: 'Reports an incident to the stewards',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    body: IncidentReport,
    response: StewardCase,
  },
  case: {
    method: 'GET',
    path: CASE,
    summary: 'A case, for its parties and the stewards',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    response: StewardCase,
  },
  state: {
    method: 'POST',
    path: `${CASE}/statements`,
    summary: 'Responds to a report, or appeals against its decision; each once and in time',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    body: Type.Object({
      kind: Type.Enum(['response', 'appeal'], { description: 'A response or an appeal.' }),
      text: describe(Words, 'Text of the statement.'),
      links: Links,
    }),
    response: StewardCase,
  },
  room: {
    method: 'GET',
    path: `${CASE}/room`,
    summary: 'Discussion and proposals, for stewards who are not involved',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    response: CaseRoom,
  },
  comment: {
    method: 'POST',
    path: `${CASE}/comments`,
    summary: 'Writes to the other stewards of the case',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    body: Type.Object({ text: describe(Words, 'Text of the comment.') }),
    response: CaseRoom,
  },
  propose: {
    method: 'POST',
    path: `${CASE}/proposals`,
    summary: 'Proposes a decision to the other stewards; the author votes for it',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    body: DecisionDraft,
    response: CaseRoom,
  },
  vote: {
    method: 'PUT',
    path: `${CASE}/vote`,
    summary: 'Votes for a proposal; a steward has one vote',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    body: Type.Object({ proposalId: nullable(Uuid, 'Proposal; null withdraws the vote.') }),
    response: CaseRoom,
    errors: [409],
  },
  preview: {
    method: 'POST',
    path: `${CASE}/preview`,
    summary: 'What a decision would change in the result and the standings; nothing is stored',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    body: Type.Object({ penalties: Penalties }),
    response: DecisionPreview,
  },
  decide: {
    method: 'POST',
    path: `${CASE}/decisions`,
    summary: 'Publishes the decision and applies it; after an appeal it replaces the former one',
    auth: 'user',
    scope: 'none',
    params: ByCase,
    body: DecisionDraft,
    response: StewardCase,
    ifMatch: true,
  },
  revoke: {
    method: 'POST',
    path: `${CASE}/decisions/{decisionId}/revoke`,
    summary: 'Revokes a decision with all its effects; the case is open again',
    auth: 'user',
    scope: 'none',
    params: Type.Object({
      ...SeasonParams.properties,
      caseId: describe(Uuid, 'Id of the case.'),
      decisionId: describe(Uuid, 'Id of the decision.'),
    }),
    body: Type.Object({ reason: describe(Words, 'Reason for revoking it.') }),
    response: StewardCase,
    ifMatch: true,
  },
})
