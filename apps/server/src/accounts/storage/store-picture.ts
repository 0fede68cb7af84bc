import type { AppContext } from '../../context.ts'
import type { StorageObject } from './storage-tables.ts'
import type { QueueOwner } from '../../platform/turns/fair-queue.ts'
import type { UserMetadata } from './bodies.ts'
import { formatOfName, getBucket, type ObjectPath } from './buckets.ts'
import { markLeftover, markUnfinished, pictureKey } from './files.ts'
import { redrawPicture, type Picture } from './picture.ts'
import { putObject, type Writing } from './queries.ts'
import { StorageError } from './storage-error.ts'

interface NewPicture {
  readonly at: ObjectPath
  readonly bytes: Buffer
  /** This user may change the picture and pays for it with their quota; null stands for the server. */
  readonly ownerId: string | null
  readonly cacheControl: string
  readonly userMetadata: UserMetadata
  readonly writing: Writing
  /** The drawing waits in this owner's queue. */
  readonly queueOwner: QueueOwner
}

/** Re-encodes a picture and stores it. Throws a StorageError if it can't be stored. */
export async function storePicture(
  context: AppContext,
  { at, bytes, queueOwner: owner, ...rest }: NewPicture,
): Promise<StorageObject> {
  const { sidePixelsMax } = getBucket(at.bucket)
  const picture = await redrawPicture(bytes, { format: formatOfName(at), sidePixelsMax, owner })
  return keepPicture(context, picture, { at, ...rest })
}

/** Stores a picture that was re-encoded before. */
export async function keepPicture(
  context: AppContext,
  { bytes, contentType, etag }: Picture,
  { at, ownerId, cacheControl, userMetadata, writing }: Omit<NewPicture, 'bytes' | 'queueOwner'>,
): Promise<StorageObject> {
  const fileKey = context.newId()
  await markUnfinished(context, fileKey)
  await context.files.put(pictureKey(fileKey), bytes)
  const object = {
    ...at,
    id: context.newId(),
    owner_id: ownerId,
    file_key: fileKey,
    content_type: contentType,
    bytes: bytes.length,
    etag,
    cache_control: cacheControl,
    user_metadata: JSON.stringify(userMetadata),
  }
  try {
    return await context.db
      .transaction()
      .execute((transaction) => putObject(transaction, object, writing))
  } catch (error) {
    await markLeftover(context, fileKey)
    throw error
  }
}

const UPLOADS = { name: 'picture uploads', calls: 30, seconds: 60, burst: 30 } as const

/** Throws a 429 where a user sends too much: drawing costs. The server's own are not counted. */
export async function countUpload(
  { rateLimits }: Pick<AppContext, 'rateLimits'>,
  ownerId: string | null,
): Promise<void> {
  if (ownerId === null) return
  if ((await rateLimits.take({ limit: UPLOADS, key: ownerId })) === 0) return
  throw new StorageError('SlowDown', 'Too many uploads: try again in a minute')
}
