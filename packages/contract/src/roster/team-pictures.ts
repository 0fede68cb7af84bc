import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import {
  PICTURE_BODY_BYTES_MAX,
  pictureBase64,
  PictureType,
  pictureVersion,
} from '../wire/picture-upload.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, Uuid } from '../wire/schema.ts'

export const TeamPictureUpload = Type.Object({
  pictureBase64: pictureBase64('Picture of the team', 'pages show it in a small square'),
  contentType: PictureType,
})
export type TeamPictureUpload = Static<typeof TeamPictureUpload>

const path = '/api/Seasons/{seasonId}/teams/{teamId}/picture'
const ByTeam = Type.Object({
  ...SeasonParams.properties,
  teamId: describe(Uuid, 'Id of the team in the roster.'),
})

export const teamPictures = endpointTable({
  set: {
    method: 'PUT',
    path,
    summary: 'Sets the picture of a team in the roster',
    auth: 'user',
    scope: 'leagues:write',
    params: ByTeam,
    body: TeamPictureUpload,
    bodyBytesMax: PICTURE_BODY_BYTES_MAX,
    ifMatch: true,
  },
  get: {
    method: 'GET',
    path,
    summary:
      'The picture of a team in the roster; of a private season only for those who may see it',
    auth: 'optional',
    scope: 'data:read',
    params: ByTeam,
    query: pictureVersion('pictureId'),
    file: 'image/webp',
  },
  remove: {
    method: 'DELETE',
    path,
    summary: 'Removes the picture of a team in the roster',
    auth: 'user',
    scope: 'leagues:write',
    params: ByTeam,
    ifMatch: true,
  },
})
