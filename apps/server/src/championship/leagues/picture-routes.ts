import {
  LEAGUE_PICTURE_KINDS,
  type LeaguePictureKind,
  leaguePictures,
} from '@pitboard/contract/leagues/league-pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserCaller } from '../../accounts/access/caller.ts'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { setVersionTag } from '../../platform/http/etags.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { sendPicture } from '../pictures/send-picture.ts'
import { toPictureFile, type UploadedPictures } from '../pictures/uploaded-pictures.ts'
import { archivePicture, type PicturePlace, setPicture, SIDE_PIXELS_MAX } from './pictures.ts'
import { findPicture, ownedLeagues } from './queries.ts'

interface Upload {
  readonly base64: string
  readonly contentType?: string | null
}

interface ChangeCall {
  readonly user: UserCaller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function addPictureRoutes(
  app: FastifyInstance,
  context: AppContext,
  pictures: UploadedPictures,
): void {
  const { db } = context

  route(app, leaguePictures.thumbnail.set, async ({ body, params, ...call }) => {
    const upload = { ...body, base64: body.thumbnailBase64 }
    return setUploaded({ id: params.leagueId, kind: 'thumbnail' }, upload, call)
  })

  route(app, leaguePictures.banner.set, async ({ body, params, ...call }) => {
    const upload = { ...body, base64: body.bannerBase64 }
    return setUploaded({ id: params.leagueId, kind: 'banner' }, upload, call)
  })

  async function setUploaded(
    place: PicturePlace,
    upload: Upload,
    { user, request, reply }: ChangeCall,
  ): Promise<null> {
    const { id, kind } = place
    // Drawing is expensive: it needs the right to change the league.
    await ownedLeagues.getAllowed(db, id, user, 'editLeague')
    const owner = { network: networkOf(request.ip), userId: user.userId }
    const picture = await pictures.write(
      { ...upload, field: `/${kind}Base64`, sidePixelsMax: SIDE_PIXELS_MAX[kind] },
      owner,
    )
    try {
      const changed = await ownedLeagues.change(
        context,
        { id, action: 'editLeague' },
        readChangeRequest(user, request),
        async (transaction, { version, [kind]: before }) => {
          await archivePicture(transaction, place, version + 1)
          const file = toPictureFile(picture)
          await setPicture(transaction, place, file)
          return { action: 'pictureSet', details: { kind, before, after: file.etag } }
        },
      )
      setVersionTag(reply, changed)
    } catch (error) {
      await pictures.discard(picture)
      throw error
    }
    return null
  }

  for (const kind of LEAGUE_PICTURE_KINDS) {
    route(app, leaguePictures[kind].remove, async ({ user, params, request, reply }) => {
      const { leagueId: id } = params
      const changed = await ownedLeagues.change(
        context,
        { id, action: 'editLeague' },
        readChangeRequest(user, request),
        async (transaction, { version, [kind]: before }) => {
          const isRemoved = await archivePicture(transaction, { id, kind }, version + 1)
          if (!isRemoved) return null
          return { action: 'pictureRemoved', details: { kind, before, after: null } }
        },
      )
      setVersionTag(reply, changed)
      return null
    })

    route(app, leaguePictures[kind].get, async ({ user, params, request, reply }) => {
      const league = await ownedLeagues.getVisible(db, params.leagueId, user)
      const picture = await findPicture(db, params.leagueId, kind)
      return sendPicture(pictures, { picture, isPublic: league.is_public, request, reply }, () =>
        pictureNotFound(kind),
      )
    })
  }
}

function pictureNotFound(kind: LeaguePictureKind): ApiError {
  return new ApiError(404, `The league exists, but has no ${kind}.`, { kind: 'no-picture' })
}
