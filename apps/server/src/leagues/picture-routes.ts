import type { FastifyInstance } from 'fastify'
import { leagues } from '@pitboard/contract/league'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { tagAnswer } from '../http/versions.ts'
import { route } from '../route.ts'
import { changeLeague } from './change-league.ts'
import type { LeaguePictures } from './pictures.ts'
import { getOwnLeague, getVisibleLeague } from './policy.ts'
import { findPicture } from './queries.ts'

const DAY_SECONDS = 86_400

export function addPictureRoutes(
  app: FastifyInstance,
  context: AppContext,
  pictures: LeaguePictures,
): void {
  const { db } = context

  route(app, leagues.setThumbnail, async ({ user, params: { leagueId }, body, request }) => {
    // Nobody has a picture drawn for a league that is not his.
    await getOwnLeague(db, leagueId, user)
    const picture = await pictures.write(body.thumbnailBase64)
    try {
      await changeLeague(context, leagueId, { user, request }, async (transaction) => {
        await pictures.keep(transaction, leagueId, picture)
        return { action: 'pictureSet', details: {} }
      })
    } catch (error) {
      await pictures.drop(picture)
      throw error
    }
    return null
  })

  route(app, leagues.deleteThumbnail, async ({ user, params: { leagueId }, request }) => {
    await changeLeague(context, leagueId, { user, request }, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('league_picture')
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return numDeletedRows > 0n ? { action: 'pictureRemoved', details: {} } : null
    })
    return null
  })

  route(app, leagues.getThumbnail, async ({ user, params: { leagueId }, request, reply }) => {
    const league = await getVisibleLeague(db, leagueId, user)
    const picture = await findPicture(db, leagueId)
    if (!picture) throw new ApiError(404, 'The league has no picture.')
    if (tagAnswer(request, reply, picture.etag)) return reply.send()
    if (league.is_public) reply.header('cache-control', cacheFor(request.url, picture.etag))
    const bytes = await pictures.read(picture.file_key)
    if (!bytes) throw new ApiError(404, 'The league has no picture.')
    return reply.type(picture.content_type).send(bytes)
  })
}

/** With the picture's id in its address (`?v=`) it can be kept: another picture has another one. */
function cacheFor(url: string, etag: string): string {
  return url.endsWith(`?v=${etag}`) ? `public, max-age=${DAY_SECONDS}` : 'no-cache'
}
