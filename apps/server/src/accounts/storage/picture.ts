import { contentTag } from '../../platform/http/etags.ts'
import {
  createFairQueue,
  QueueFullError,
  type QueueOwner,
} from '../../platform/turns/fair-queue.ts'
import { StorageError } from './storage-error.ts'

export type PictureFormat = 'jpeg' | 'png' | 'webp'

export interface Picture {
  readonly bytes: Buffer
  readonly contentType: string
  /** The tag stands without quotes. */
  readonly etag: string
}

const INPUT_PIXELS_MAX = 25_000_000
const WITHIN_SECONDS = 10

/** Live sessions need the other threads. A user draws one at a time, so a thread is left for others. */
const queue = createFairQueue({ runningMax: 2, runningPerUserMax: 1, waitingMax: 50 })

let sharpOpened: ReturnType<typeof loadSharp> | undefined
/** The library is loaded when the first picture is drawn. */
const openSharp = () => (sharpOpened ??= loadSharp())

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Re-encodes a picture: the result is only a picture, upright, without what cameras note, no larger than
 * `sidePixelsMax`. Throws unless it is a JPEG, PNG or WebP.
 */
export async function redrawPicture(
  bytes: Buffer,
  {
    format,
    sidePixelsMax,
    owner,
  }: { format: PictureFormat | null; sidePixelsMax: number; owner: QueueOwner },
): Promise<Picture> {
  const given = formatOf(bytes)
  if (given === null) {
    throw new StorageError('InvalidMimeType', 'only JPEG, PNG and WebP pictures are supported')
  }
  const drawnFormat = format ?? given
  const work = () => draw(bytes, drawnFormat, sidePixelsMax)
  const drawn = await queue.run(owner, work).catch((error: unknown) => {
    if (!(error instanceof QueueFullError)) throw error
    throw new StorageError('SlowDown', 'Too many pictures at once: try again in a moment')
  })
  const etag = contentTag(drawn)
  return { bytes: drawn, contentType: `image/${drawnFormat}`, etag }
}

async function draw(bytes: Buffer, format: PictureFormat, side: number): Promise<Buffer> {
  const sharp = await openSharp()
  try {
    return await sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error' })
      .timeout({ seconds: WITHIN_SECONDS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .toFormat(format, { quality: 85 })
      .toBuffer()
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    if (reason.includes('pixel limit')) {
      const limit = INPUT_PIXELS_MAX / 1_000_000
      throw new StorageError('EntityTooLarge', `The picture has more than ${limit} megapixels`)
    }
    throw new StorageError('InvalidMimeType', 'the picture is damaged and can not be read')
  }
}

/** Returns the format of the bytes, regardless of their name or declared type; null for any other. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  const head = bytes.subarray(0, 12).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return /^RIFF.{4}WEBP$/s.test(head) ? 'webp' : null
}
