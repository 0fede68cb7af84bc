import { join } from 'node:path'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { ApiError, invalidField } from '../errors.ts'
import { FILE_BYTES_MAX } from '../storage/buckets.ts'
import { createFolderFiles, type FileStore } from '../storage/files.ts'
import { putPicture } from './kept-pictures.ts'
import { noteLeft, noteUnfinished } from '../storage/leftovers.ts'
import { drawAnew, type Picture } from '../storage/picture.ts'
import { StorageError } from '../storage/storage-error.ts'

const SIDE_PIXELS_MAX = 1280
const FIELD = '/thumbnailBase64'
const ETAG_CHARS = 27

/** A picture that is written and belongs to no league yet. */
interface Written extends Picture {
  readonly fileKey: string
}

export interface LeaguePictures {
  /** Draws it anew and writes it. Throws a 400 for what is no picture. */
  write(base64: string): Promise<Written>
  /** Makes it the picture of a league, and answers with its id there. */
  keep(db: Db, leagueId: string, picture: Written): Promise<string>
  /** It has come to nothing. */
  drop(picture: Written): Promise<void>
  read(fileKey: string): Promise<Buffer | null>
}

export function openLeaguePictures(context: AppContext): LeaguePictures {
  const files: FileStore = createFolderFiles(join(context.config.dataDir, 'files'))
  return {
    async write(base64) {
      const picture = await draw(decode(base64))
      const fileKey = context.newId()
      await noteUnfinished(context, fileKey)
      await files.write(fileKey, picture.bytes)
      return { ...picture, fileKey }
    },
    async keep(db, leagueId, { fileKey, contentType, bytes, etag }) {
      const file = { file_key: fileKey, content_type: contentType, bytes: bytes.length }
      const id = etag.slice(0, ETAG_CHARS)
      await putPicture(db, leagueId, { ...file, etag: id })
      return id
    },
    drop: ({ fileKey }) => noteLeft(context, fileKey),
    read: (fileKey) => files.read(fileKey),
  }
}

/** Base64, with or without the head of a data URL. */
function decode(text: string): Buffer {
  const base64 = text.replace(/^data:image\/[a-z.+-]+;base64,/i, '').replaceAll(/\s/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(base64)) throw invalidField(FIELD, 'must be a picture as Base64')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > FILE_BYTES_MAX) {
    throw new ApiError(413, `A picture may have ${FILE_BYTES_MAX / 1_048_576} MB.`)
  }
  return bytes
}

async function draw(bytes: Buffer): Promise<Picture> {
  try {
    return await drawAnew(bytes, { format: 'webp', sidePixelsMax: SIDE_PIXELS_MAX })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'EntityTooLarge') throw new ApiError(413, `${error.message}.`)
    if (error.code === 'SlowDown') throw new ApiError(429, `${error.message}.`)
    throw invalidField(FIELD, error.message)
  }
}
