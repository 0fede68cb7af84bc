import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { LeagueParams } from '../wire/path-params.ts'
import { describe, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

/** These reactions exist, in the order in which they are shown. */
export const REACTIONS = ['thumbsUp', 'flame', 'laugh', 'heart'] as const

export const Reaction = Type.Enum([...REACTIONS], { description: 'What the user says of it.' })
export type Reaction = Static<typeof Reaction>

/** The news of a league follow from its seasons; these fields name an item of them. */
const NewsItem = {
  kind: Type.Enum(['race', 'published', 'decision'], {
    description:
      '`race`: a race of a season was driven; `published`: standings were published; `decision`: the stewards have decided.',
  }),
  id: describe(
    Uuid,
    'Id of the race’s session, of the season whose standings were published, or of the adjustment.',
  ),
  part: Type.String({
    description:
      'Tier of a race, empty without tiers; number of the publication; empty for a decision.',
    maxLength: TEXT_MAX.tier,
  }),
}

export const NewsReaction = Type.Object({
  ...NewsItem,
  reaction: Reaction,
  count: Type.Integer({ description: 'Number of users with this reaction.' }),
  isOwn: Type.Boolean({ description: 'Whether the caller is one of them.' }),
})
export type NewsReaction = Static<typeof NewsReaction>

export const ReactionChange = Type.Object({
  ...NewsItem,
  reaction: Reaction,
  isSet: Type.Boolean({ description: 'False takes the reaction back.' }),
})
export type ReactionChange = Static<typeof ReactionChange>

const PATH = '/api/League/{leagueId}/reactions'

/** These endpoints read and set what users say of a league's news. */
export const newsReactions = endpointTable({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Reactions to the news of a league, newest first',
    auth: 'optional',
    scope: 'data:read',
    list: 'whole',
    params: LeagueParams,
    response: Type.Array(NewsReaction),
  },
  set: {
    method: 'PUT',
    path: PATH,
    summary: 'Adds a reaction of the caller to an item of a league’s news, or takes it back',
    auth: 'user',
    scope: 'none',
    params: LeagueParams,
    body: ReactionChange,
  },
})
