import { Type } from 'typebox'
import { describe, nullable } from './schema.ts'

/** A picture is PNG, JPEG or WebP, in base64 or as a data URL. */
const PictureBase64 = Type.String({ maxLength: 7_000_000 })

/** The body includes the frame of the JSON around the picture. */
export const PICTURE_BODY_BYTES_MAX = 8_000_000

/**
 * Returns the schema of a body's picture. `what` names the picture, such as `Logo`; `hint` says more about
 * it.
 */
export function pictureBase64(what: string, hint = '') {
  return describe(
    PictureBase64,
    `${what} as PNG, JPEG or WebP, in base64 or as a data URL${hint === '' ? '' : `; ${hint}`}.`,
  )
}

export const PictureType = Type.Optional(
  nullable(
    Type.String({ maxLength: 100 }),
    'Type of the picture, such as `image/png`; null if it is to be detected.',
  ),
)

/** Returns the query of an address that a browser may cache. */
export function pictureVersion(field: string) {
  return Type.Object({
    v: Type.Optional(
      Type.String({
        description: `Id of the picture (\`${field}\`), so that a browser may cache it.`,
        maxLength: 200,
      }),
    ),
  })
}
