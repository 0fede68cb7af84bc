import { FILE_BYTES_MAX } from '../../accounts/storage/buckets.ts'
import { markLeftover, markUnfinished, pictureKey } from '../../accounts/storage/files.ts'
import { formatOf, type Picture, redrawPicture } from '../../accounts/storage/picture.ts'
import { StorageError } from '../../accounts/storage/storage-error.ts'
import { countUpload } from '../../accounts/storage/store-picture.ts'
import type { AppContext } from '../../context.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { readStoredFile } from '../../platform/files/file-store.ts'
import type { QueueOwner } from '../../platform/turns/fair-queue.ts'

const ETAG_CHARS = 27

/** A user has sent the picture in a request. */
interface PictureUpload {
  readonly base64: string
  /** It is the declared type; null if the type is to be detected. */
  readonly contentType?: string | null
  /** The field has this path in the body. */
  readonly field: string
  readonly sidePixelsMax: number
}

/** The stored picture belongs to nothing yet. */
interface StoredPicture extends Picture {
  readonly fileKey: string
}

/** A table with pictures has these columns. */
export interface PictureFile {
  readonly file_key: string
  readonly content_type: string
  readonly bytes: number
  readonly etag: string
}

export interface UploadedPictures {
  /** Redraws and stores it. Throws a 400 unless it is a picture of the declared type. */
  write(upload: PictureUpload, owner: QueueOwner): Promise<StoredPicture>
  /** Removes a picture that is not used after all. */
  discard(picture: StoredPicture): Promise<void>
  read(fileKey: string): Promise<Buffer | null>
}

export function openUploadedPictures(context: AppContext): UploadedPictures {
  const { files } = context
  return {
    async write({ base64, contentType, field, sidePixelsMax }, owner) {
      const bytes = decode(base64, field)
      checkType(bytes, '/contentType', contentType ?? '')
      checkType(bytes, field, /^data:([^;,]*)/i.exec(base64)?.[1] ?? '')
      const picture = await draw(context, bytes, { owner, field, sidePixelsMax })
      const fileKey = context.newId()
      await markUnfinished(context, fileKey)
      await files.put(pictureKey(fileKey), picture.bytes)
      return { ...picture, fileKey }
    },
    discard: ({ fileKey }) => markLeftover(context, fileKey),
    read: (fileKey) => readStoredFile(files, pictureKey(fileKey)),
  }
}

export function toPictureFile({ fileKey, contentType, bytes, etag }: StoredPicture): PictureFile {
  return {
    file_key: fileKey,
    content_type: contentType,
    bytes: bytes.length,
    etag: etag.slice(0, ETAG_CHARS),
  }
}

/** Decodes base64 or a data URL. */
function decode(text: string, field: string): Buffer {
  const base64 = text.replace(/^data:image\/[a-z.+-]+;base64,/i, '').replaceAll(/\s/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(base64)) throw invalidField(field, 'must be a picture as Base64')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > FILE_BYTES_MAX) {
    throw new ApiError(413, `A picture can have at most ${FILE_BYTES_MAX / 1_048_576} MB.`)
  }
  return bytes
}

/** Throws a 400 for bytes of another type than the declared one. */
function checkType(bytes: Buffer, field: string, declared: string): void {
  if (declared.trim() === '') return
  const [, name = ''] = /^image\/(png|jpe?g|webp)\s*(?:;|$)/i.exec(declared.trim()) ?? []
  if (name === '') throw invalidField(field, 'must be image/png, image/jpeg or image/webp')
  const format = formatOf(bytes)
  const isDeclared = format === null || name.toLowerCase().replace('jpg', 'jpeg') === format
  if (!isDeclared)
    throw invalidField(field, `is ${declared.trim()}, but the picture is image/${format}`)
}

interface Drawing {
  readonly owner: QueueOwner
  readonly field: string
  readonly sidePixelsMax: number
}

async function draw(
  context: AppContext,
  bytes: Buffer,
  { field, ...drawing }: Drawing,
): Promise<Picture> {
  try {
    await countUpload(context, drawing.owner.userId ?? null)
    return await redrawPicture(bytes, { format: 'webp', ...drawing })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'EntityTooLarge') throw new ApiError(413, `${error.message}.`)
    if (error.code === 'SlowDown') throw new ApiError(429, `${error.message}.`)
    throw invalidField(field, error.message)
  }
}
