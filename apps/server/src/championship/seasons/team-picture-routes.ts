import { teamPictures } from '@pitboard/contract/roster/team-pictures'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { setVersionTag } from '../../platform/http/etags.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { sendPicture } from '../pictures/send-picture.ts'
import { openUploadedPictures, toPictureFile } from '../pictures/uploaded-pictures.ts'
import { findTeamPicture, setTeamPicture } from './roster/team-pictures.ts'
import { ownedSeasons } from './store/queries.ts'

/** Pages show it in a small square. */
const SIDE_PIXELS_MAX = 256

interface Ids {
  readonly seasonId: string
  readonly teamId: string
}

export function addTeamPictureRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const pictures = openUploadedPictures(context)

  route(app, teamPictures.set, async ({ user, params, body, request, reply }) => {
    // Drawing is expensive: it needs the right to change the roster.
    await ownedSeasons.getAllowed(db, params.seasonId, user, 'manageSeasons')
    await getTeam(db, params)
    const { pictureBase64: base64, contentType = null } = body
    const picture = await pictures.write(
      { base64, contentType, field: '/pictureBase64', sidePixelsMax: SIDE_PIXELS_MAX },
      { network: networkOf(request.ip), userId: user.userId },
    )
    try {
      const changed = await ownedSeasons.change(
        context,
        { id: params.seasonId, action: 'manageSeasons' },
        readChangeRequest(user, request),
        async (transaction, { version }) => {
          const { id: teamId, name: team } = await getTeam(transaction, params)
          const before = (await findTeamPicture(transaction, params))?.etag ?? null
          const file = toPictureFile(picture)
          await setTeamPicture(transaction, params, version + 1, file)
          return { action: 'teamPictureSet', details: { teamId, team, before, after: file.etag } }
        },
      )
      setVersionTag(reply, changed)
    } catch (error) {
      await pictures.discard(picture)
      throw error
    }
    return null
  })

  route(app, teamPictures.remove, async ({ user, params, request, reply }) => {
    const changed = await ownedSeasons.change(
      context,
      { id: params.seasonId, action: 'manageSeasons' },
      readChangeRequest(user, request),
      async (transaction, { version }) => {
        const { id: teamId, name: team } = await getTeam(transaction, params)
        const before = (await findTeamPicture(transaction, params))?.etag
        if (before === undefined) return null
        await setTeamPicture(transaction, params, version + 1, null)
        return { action: 'teamPictureRemoved', details: { teamId, team, before, after: null } }
      },
    )
    setVersionTag(reply, changed)
    return null
  })

  route(app, teamPictures.get, async ({ user, params, request, reply }) => {
    const { visibility } = await ownedSeasons.getVisible(db, params.seasonId, user)
    const picture = await findTeamPicture(db, params)
    const isPublic = visibility !== 'private'
    return sendPicture(pictures, { picture, isPublic, request, reply }, pictureNotFound)
  })
}

/** Throws a 404 for a team that is not in the roster. */
async function getTeam(db: Db, { seasonId, teamId }: Ids) {
  const team = await db
    .selectFrom('season_team')
    .select(['id', 'name'])
    .where('season_id', '=', seasonId)
    .where('id', '=', teamId)
    .executeTakeFirst()
  if (team) return team
  throw new ApiError(404, `There is no team ${teamId} in the roster of this season.`)
}

function pictureNotFound(): ApiError {
  return new ApiError(404, 'This team has no picture.', { kind: 'no-picture' })
}
