import { StorageError } from './storage-error.ts'

export const FILE_BYTES_MAX = 5_242_880

interface Bucket {
  /** No picture is kept larger than that, in either direction. */
  readonly sidePixelsMax: number
}

/** Pictures of users, and of leagues and seasons. Everyone may see them. */
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
