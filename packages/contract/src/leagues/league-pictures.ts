import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, nullable, Uuid } from '../wire/schema.ts'

/** A PNG, JPEG or WebP picture in base64 or as a data URL. */
const PictureBase64 = Type.String({ maxLength: 7_000_000 })

/** `thumbnail`: the logo, square on pages and in lists; `banner`: the wide picture of the league's page. */
export const LEAGUE_PICTURE_KINDS = ['thumbnail', 'banner'] as const
export type LeaguePictureKind = (typeof LEAGUE_PICTURE_KINDS)[number]

export const ThumbnailBase64 = describe(
  PictureBase64,
  'Logo as PNG, JPEG or WebP, in base64 or as a data URL.',
)
const contentType = Type.Optional(
  nullable(
    Type.String({ maxLength: 100 }),
    'Type of the picture, such as `image/png`; null if it is to be detected.',
  ),
)

export const Thumbnail = Type.Object({ thumbnailBase64: ThumbnailBase64, contentType })
export type Thumbnail = Static<typeof Thumbnail>

export const Banner = Type.Object({
  bannerBase64: describe(
    PictureBase64,
    'Banner as PNG, JPEG or WebP, in base64 or as a data URL; four times as wide as high looks best.',
  ),
  contentType,
})
export type Banner = Static<typeof Banner>

const BODIES = { thumbnail: Thumbnail, banner: Banner }
const ById = Type.Object({ leagueId: describe(Uuid, 'Id of the league.') })

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
      params: ById,
      body: BODIES[kind],
      bodyBytesMax: 8_000_000,
      errors: [400, 401, 403, 404, 412, 413, 429],
    },
    get: {
      method: 'GET',
      path,
      summary: `The league’s ${name}; of a private league only for its owner`,
      auth: 'optional',
      params: ById,
      query: Type.Object({
        v: Type.Optional(
          Type.String({
            description: `Id of the picture (\`${kind}Id\`), so that a browser may cache it.`,
            maxLength: 200,
          }),
        ),
      }),
      file: 'image/webp',
      errors: [400, 401, 404],
    },
    remove: {
      method: 'DELETE',
      path,
      summary: `Removes the league’s ${name}`,
      auth: 'user',
      params: ById,
      errors: [400, 401, 403, 404, 412],
    },
  })
}
