import { users } from '@pitboard/contract/user'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { noSuchUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { publicProfile } from './public-profile.ts'

/** What everybody may know of a user. */
export function registerPublicProfiles(app: FastifyInstance, { db }: AppContext): void {
  route(app, users.get, async ({ params: { id }, reply }) => {
    const profile = await publicProfile(db, id)
    if (!profile) throw noSuchUser(id)
    reply.header('cache-control', 'no-cache')
    return profile
  })
}
