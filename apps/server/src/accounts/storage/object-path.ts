import { extname } from 'node:path/posix'
import type { Caller } from '../access/caller.ts'
import { getBucket } from './buckets.ts'
import type { PictureFormat } from './picture.ts'
import { accessDenied, StorageError } from './storage-error.ts'

export interface ObjectPath {
  readonly bucket: string
  /** `<user id>/…` */
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

/** A user writes into the folder of his own id; the service key anywhere. Returns the owner. */
export function checkMayWrite(caller: Caller, { path }: ObjectPath): string | null {
  if (caller.kind === 'service') return null
  if (caller.kind === 'user' && path.startsWith(`${caller.userId}/`)) return caller.userId
  throw accessDenied()
}

/** Which format the name promises; null for one that promises none. */
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
