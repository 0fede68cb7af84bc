import { FileStoreError } from './file-store.ts'

const DEFAULT_REGION = 'us-east-1'

interface Bucket {
  readonly origin: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly bucket: string
  /** It is empty, or a folder of the bucket with a slash at its end. */
  readonly folder: string
  /** Names what failed and why, without the credentials that the client's errors may hold. */
  nameFailure(error: unknown, action: string): FileStoreError
}

/** Returns what `S3_URL` says: `https://KEY:SECRET@host/bucket/folder?region=…`. */
export function openBucket(s3Url: string): Bucket {
  const url = new URL(s3Url)
  const [bucket = '', ...folders] = url.pathname.split('/').filter((name) => name !== '')
  return {
    origin: url.origin,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    bucket: decodeURIComponent(bucket),
    folder: folders.map((name) => `${decodeURIComponent(name)}/`).join(''),
    nameFailure: (error, action) =>
      new FileStoreError(`The file store ${url.host} can't ${action} (${reasonOf(error)}).`),
  }
}

/** Returns codes and names alone, since a message may quote the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  // An answer to HEAD has no body that names the reason.
  if (code === 'Unknown') return `it answers ${statusOf(error)}`
  return code === 'Error' ? 'the connection broke off' : code
}

/** Returns the status of the store's answer; returns null where none came. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return null
  const { $metadata: metadata } = error
  if (typeof metadata !== 'object' || metadata === null) return null
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : null
  return typeof status === 'number' ? status : null
}
