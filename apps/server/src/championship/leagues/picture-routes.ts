import { leagues } from '@pitboard/contract/leagues/league'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { setAnswerTag, setVersionTag } from '../../platform/http/etags.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { ownedLeagues } from './queries.ts'
import { archivePicture, type LeaguePictures } from './pictures.ts'
import { findPicture } from './queries.ts'

const DAY_SECONDS = 86_400

export function addPictureRoutes(
  app: FastifyInstance,
  context: AppContext,
  pictures: LeaguePictures,
): void {
  const { db } = context

  route(app, leagues.setThumbnail, async (call) => {
    const { user, params, body, request, reply } = call
    const { leagueId } = params
    // Drawing is expensive: only the owner may cause it.
    await ownedLeagues.getOwn(db, leagueId, user)
    const picture = await pictures.write(
      body.thumbnailBase64,
      { network: networkOf(request.ip), userId: user.userId },
      body.contentType,
    )
    try {
      const changed = await ownedLeagues.change(
        context,
        leagueId,
        readChangeRequest(user, request),
        async (transaction, { version, thumbnail: before }) => {
          await archivePicture(transaction, leagueId, version + 1)
          const after = await pictures.attach(transaction, leagueId, picture)
          return { action: 'pictureSet', details: { before, after } }
        },
      )
      setVersionTag(reply, changed)
    } catch (error) {
      await pictures.discard(picture)
      throw error
    }
    return null
  })

  route(app, leagues.deleteThumbnail, async ({ user, params, request, reply }) => {
    const { leagueId } = params
    const changed = await ownedLeagues.change(
      context,
      leagueId,
      readChangeRequest(user, request),
      async (transaction, { version, thumbnail: before }) => {
        const isRemoved = await archivePicture(transaction, leagueId, version + 1)
        return isRemoved ? { action: 'pictureRemoved', details: { before, after: null } } : null
      },
    )
    setVersionTag(reply, changed)
    return null
  })

  route(app, leagues.getThumbnail, async ({ user, params: { leagueId }, request, reply }) => {
    const league = await ownedLeagues.getVisible(db, leagueId, user)
    const picture = await findPicture(db, leagueId)
    if (!picture) throw pictureNotFound()
    if (setAnswerTag(request, reply, picture.etag)) return reply.send()
    if (league.is_public) reply.header('cache-control', cacheFor(request.url, picture.etag))
    const bytes = await pictures.read(picture.file_key)
    if (!bytes) throw pictureNotFound()
    return reply.type(picture.content_type).send(bytes)
  })
}

function pictureNotFound(): ApiError {
  return new ApiError(404, 'The league exists, but has no picture.', { kind: 'no-picture' })
}

/** An address with the picture's id (`?v=`) never changes. Shared caches stay out: the league may become private. */
function cacheFor(url: string, etag: string): string {
  return url.endsWith(`?v=${etag}`) ? `private, max-age=${DAY_SECONDS}` : 'no-cache'
}
