import { extname } from 'node:path/posix'
import type { Caller } from '../access/caller.ts'
import type { PictureFormat } from './picture.ts'
import { accessDenied, StorageError } from './storage-error.ts'

export const FILE_BYTES_MAX = 5_242_880

interface Bucket {
  /** No stored picture is wider or higher. */
  readonly sidePixelsMax: number
}

/** The buckets hold pictures of users, and of leagues and seasons. Everyone may see them. */
const BUCKETS: ReadonlyMap<string, Bucket> = new Map([
  ['avatars', { sidePixelsMax: 512 }],
  ['thumbnails', { sidePixelsMax: 1280 }],
])

/** Throws a 404 for a bucket that there is not. */
export function getBucket(name: string): Bucket {
  const bucket = BUCKETS.get(name)
  if (bucket) return bucket
  throw new StorageError('NoSuchBucket', 'Bucket not found')
}

export function describeBucket(name: string) {
  getBucket(name)
  return {
    id: name,
    name,
    owner: '',
    public: true,
    file_size_limit: FILE_BYTES_MAX,
    allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp'],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }
}

export function describeBuckets() {
  return Array.from(BUCKETS.keys(), describeBucket)
}

export interface ObjectPath {
  readonly bucket: string
  /** The path begins with the id of a user: `<user id>/…`. */
  readonly path: string
}

const LENGTH_MAX = 200
const DEPTH_MAX = 4

/** Throws for an unknown bucket, and for a path that no file of ours could have. */
export function readPath(bucket: string, path: string): ObjectPath {
  getBucket(bucket)
  const segments = path.split('/')
  const isGood =
    path.length <= LENGTH_MAX &&
    segments.length <= DEPTH_MAX &&
    segments.every(
      (segment) => /^[\w()@=+,-][\w .()@=+,-]*$/.test(segment) && !segment.endsWith(' '),
    )
  if (!isGood) throw new StorageError('InvalidKey', `Invalid key: ${path.slice(0, LENGTH_MAX)}`)
  return { bucket, path }
}

/** Users write into the folder with their id, the service key anywhere. Returns the owner. */
export function checkMayWrite(caller: Caller, { path }: ObjectPath): string | null {
  if (caller.kind === 'service') return null
  if (caller.kind === 'user' && path.startsWith(`${caller.userId}/`)) return caller.userId
  throw accessDenied()
}

/** Returns the format that the name's ending promises; null if it promises none. */
export function formatOfName({ path }: ObjectPath): PictureFormat | null {
  const extension = extname(path).toLowerCase()
  const format = FORMATS.get(extension)
  if (format !== undefined) return format
  throw new StorageError('InvalidMimeType', `a file named *${extension} is not supported`)
}

const FORMATS = new Map<string, PictureFormat | null>([
  ['', null],
  ['.jpg', 'jpeg'],
  ['.jpeg', 'jpeg'],
  ['.png', 'png'],
  ['.webp', 'webp'],
])
