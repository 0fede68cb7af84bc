import { newsReactions } from '@pitboard/contract/leagues/news-reactions'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import { listReactions } from './list-reactions.ts'
import { setReaction } from './set-reaction.ts'

const CHANGES = { name: 'reactions of a user', calls: 240, seconds: 3600, burst: 40 } as const

/** Registers what users say of a league's news (docs/leagues-and-seasons.md). */
export function registerReactions(app: FastifyInstance, context: AppContext): void {
  const { db, events, rateLimits } = context
  // An account that is deleted but for its id loses them, too.
  events.subscribe('userLeaving', async (transaction, { userId }) => {
    await transaction.deleteFrom('news_reaction').where('user_id', '=', userId).execute()
  })

  route(app, newsReactions.list, async ({ user, params: { leagueId } }) => {
    const league = await ownedLeagues.getVisible(db, leagueId, user)
    return listReactions(db, league.id, user)
  })

  route(app, newsReactions.set, async ({ user, params: { leagueId }, body }) => {
    const league = await ownedLeagues.getVisible(db, leagueId, user)
    const seconds = await rateLimits.take({ limit: CHANGES, key: user.userId })
    if (seconds > 0) {
      const headers = { 'retry-after': String(Math.ceil(seconds)) }
      throw new ApiError(429, 'Too many reactions in a short time. Wait a while.', { headers })
    }
    await setReaction(db, league.id, user, body)
    return null
  })
}
