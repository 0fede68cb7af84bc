import type { FastifyInstance } from 'fastify'
import { users } from '@pitboard/contract/user'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { route } from '../route.ts'
import { publicProfile } from './public-profile.ts'

/** What everybody may know of a user. */
export function registerPublicProfiles(app: FastifyInstance, { db }: AppContext): void {
  route(app, users.get, async ({ params: { id }, reply }) => {
    const profile = await publicProfile(db, id)
    if (!profile) throw new ApiError(404, `There is no user ${id}.`)
    reply.header('cache-control', 'no-cache')
    return profile
  })
}
