import { driverVotes } from '@pitboard/contract/seasons/driver-vote'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { castBallot } from './cast-ballot.ts'
import { countVotes } from './count-votes.ts'
import { forgetVoter } from './forget-voter.ts'
import { readVotes } from './read-votes.ts'

const COUNT_EVERY_MS = 30_000
const BALLOTS = { name: 'votes of a user', calls: 60, seconds: 3600, burst: 20 } as const

/** Registers the votes for the driver of the day of a race (docs/leagues-and-seasons.md). */
export function registerDriverVotes(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db, events, leadership, log, rateLimits } = context
  const counting = createPeriodicJob(() => countVotes(context), {
    everyMs: COUNT_EVERY_MS,
    log,
    leadership,
    failure: 'votes for drivers of the day could not be counted',
  })
  app.addHook('onReady', async () => counting.start())
  app.addHook('preClose', () => counting.stop())
  events.subscribe('userLeaving', (transaction, { userId }) => forgetVoter(transaction, userId))

  route(app, driverVotes.season, async ({ user, params: { seasonId } }) => {
    await ownedSeasons.getVisible(db, seasonId, user)
    return readVotes(context, await views.get(seasonId, user), user)
  })

  route(app, driverVotes.cast, async ({ user, params, body: { driverIdx } }) => {
    const { seasonId } = params
    const sessionId = params.sessionId.toLowerCase()
    await ownedSeasons.getVisible(db, seasonId, user)
    const seconds = await rateLimits.take({ limit: BALLOTS, key: user.userId })
    if (seconds > 0) {
      const headers = { 'retry-after': String(Math.ceil(seconds)) }
      throw new ApiError(429, 'Too many votes in a short time. Wait a while.', { headers })
    }
    const view = await views.get(seasonId, user)
    const [vote] = await readVotes(context, view, user, sessionId)
    if (!vote) throw new ApiError(404, `There is no vote on the race ${sessionId}.`)
    await castBallot(context, { seasonId: view.season.id, vote }, user, driverIdx)
    const [now = vote] = await readVotes(context, view, user, sessionId)
    return now
  })
}
