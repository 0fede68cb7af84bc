import { pitLosses } from '@pitboard/contract/pit-losses/track-pit-loss'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { findPitLoss } from './pit-losses.ts'

/** The loss changes with the next session at the earliest. */
const CACHE_SECONDS = 300

export function registerPitLosses(app: FastifyInstance, { db }: AppContext): void {
  route(app, pitLosses.get, async ({ query, reply }) => {
    reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    return findPitLoss(db, query)
  })
}
