import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import {
  PICTURE_BODY_BYTES_MAX,
  pictureBase64,
  PictureType,
  pictureVersion,
} from '../wire/picture-upload.ts'
import { LeagueParams } from '../wire/path-params.ts'

/**
 * The `thumbnail` is the logo, square on pages and in lists; the `banner` is the wide picture of the league's
 * page.
 */
export const LEAGUE_PICTURE_KINDS = ['thumbnail', 'banner'] as const
export type LeaguePictureKind = (typeof LEAGUE_PICTURE_KINDS)[number]

export const ThumbnailBase64 = pictureBase64('Logo')

export const Thumbnail = Type.Object({
  thumbnailBase64: ThumbnailBase64,
  contentType: PictureType,
})
export type Thumbnail = Static<typeof Thumbnail>

export const Banner = Type.Object({
  bannerBase64: pictureBase64('Banner', 'four times as wide as high looks best'),
  contentType: PictureType,
})
export type Banner = Static<typeof Banner>

const BODIES = { thumbnail: Thumbnail, banner: Banner }

export const leaguePictures = {
  thumbnail: pictureEndpoints('thumbnail', 'logo'),
  banner: pictureEndpoints('banner', 'banner'),
}

function pictureEndpoints<Kind extends LeaguePictureKind>(kind: Kind, name: string) {
  const path = `/api/League/{leagueId}/${kind}` as const
  return endpointTable({
    set: {
      method: 'PATCH',
      path,
      summary: `Sets the league’s ${name}`,
      auth: 'user',
      scope: 'leagues:write',
      params: LeagueParams,
      body: BODIES[kind],
      bodyBytesMax: PICTURE_BODY_BYTES_MAX,
      ifMatch: true,
    },
    get: {
      method: 'GET',
      path,
      summary: `The league’s ${name}; of a private league only for its owner`,
      auth: 'optional',
      scope: 'data:read',
      params: LeagueParams,
      query: pictureVersion(`${kind}Id`),
      file: 'image/webp',
    },
    remove: {
      method: 'DELETE',
      path,
      summary: `Removes the league’s ${name}`,
      auth: 'user',
      scope: 'leagues:write',
      params: LeagueParams,
      ifMatch: true,
    },
  })
}
