import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { StartError } from '../diagnostics/errors.ts'
import { checkKey, type FilePart, type FileStore, limitBytes } from './file-store.ts'
import { openBucket, statusOf } from './s3-bucket.ts'

const ATTEMPTS = 3
const CONNECT_MS = 5_000
/** Neither a request nor a body may stand still for this long. */
const IDLE_MS = 20_000
/** A large file is sent in such parts, some at a time, from memory. */
const PART_BYTES = 8 * 2 ** 20
const PARTS_AT_ONCE = 2

/** Stores files in an S3 bucket, each under its key. Every request is limited in time and retried. */
export function createS3Files(s3Url: string, idleMs = IDLE_MS): FileStore {
  const { origin, region, credentials, bucket, folder, nameFailure } = openBucket(s3Url)
  const client = new S3Client({
    endpoint: origin,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Stores other than Amazon's may not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs },
  })

  function at(key: string) {
    checkKey(key)
    return { Bucket: bucket, Key: folder + key }
  }

  /** Makes one attempt to open a file, or a part of one version of it. */
  async function open(key: string, part: FilePart, version?: string) {
    const { first, last } = part
    const isWhole = first === 0 && last === null
    const range = isWhole ? {} : { Range: `bytes=${first}-${last ?? ''}` }
    const ifMatch = version === undefined ? {} : { IfMatch: version }
    const command = new GetObjectCommand({ ...at(key), ...range, ...ifMatch })
    try {
      const found = await client.send(command)
      const { Body: body, ContentRange: sent, ETag: etag, LastModified: writtenAt } = found
      if (!(body instanceof Readable)) throw new TypeError('The answer has no body.')
      const bytes = Number(sent?.split('/')[1] ?? lengthOf(found))
      return { body, bytes, etag, writtenAt: writtenAt ?? new Date(0) }
    } catch (error) {
      if (isMissing(error)) return null
      throw nameFailure(error, `read ${key}`)
    }
  }

  type Opened = NonNullable<Awaited<ReturnType<typeof open>>>

  /** A body that breaks off is continued where it broke off. */
  function resumable(key: string, { first, last }: FilePart, opened: Opened): Readable {
    let { body } = opened
    async function* read(): AsyncGenerator<Uint8Array> {
      let next = first
      for (let attempt = 1; ; attempt++) {
        try {
          for await (const chunk of body) {
            if (!(chunk instanceof Uint8Array)) continue
            next += chunk.length
            yield chunk
          }
          return
        } catch (error) {
          if (last !== null && next > last) return
          if (attempt === ATTEMPTS) throw nameFailure(error, `read ${key} to its end`)
          const more = await open(key, { first: next, last }, opened.etag)
          if (!more) throw nameFailure(error, `read ${key} to its end: it was removed`)
          body = more.body
        }
      }
    }
    const content = Readable.from(read(), { objectMode: false })
    content.once('close', () => body.destroy())
    return content
  }

  return {
    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }))
      } catch (error) {
        const failure = nameFailure(error, `open the bucket ${bucket}`)
        const status = statusOf(error)
        if (status === null || status >= 500 || status === 429) throw failure
        throw new StartError(
          `${failure.message} Check the address, the key and the bucket of S3_URL.`,
          failure,
        )
      }
    },
    async put(key, content, bytesMax = Number.POSITIVE_INFINITY) {
      let bytes = 0
      let failure: { readonly error: unknown } | null = null
      async function* counted(): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of limitBytes(key, content, bytesMax)) {
            bytes += chunk.length
            yield chunk
          }
        } catch (error) {
          failure = { error }
          throw error
        }
      }
      const readFailure = (): { readonly error: unknown } | null => failure
      const upload = new Upload({
        client,
        params: { ...at(key), Body: Readable.from(counted(), { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      })
      try {
        await upload.done()
      } catch (error) {
        const ofContent = readFailure()
        throw ofContent ? ofContent.error : nameFailure(error, `write ${key}`)
      }
      return bytes
    },
    async get(key, part = { first: 0, last: null }) {
      const opened = await open(key, part)
      if (!opened) return null
      const { bytes, writtenAt } = opened
      return { key, bytes, writtenAt, content: resumable(key, part, opened) }
    },
    async stat(key) {
      try {
        const found = await client.send(new HeadObjectCommand(at(key)))
        const writtenAt = found.LastModified ?? new Date(0)
        return { key, bytes: lengthOf(found), writtenAt }
      } catch (error) {
        if (isMissing(error)) return null
        throw nameFailure(error, `find ${key}`)
      }
    },
    async delete(key) {
      try {
        await client.send(new DeleteObjectCommand(at(key)))
      } catch (error) {
        if (!isMissing(error)) throw nameFailure(error, `delete ${key}`)
      }
    },
    async *list(prefix) {
      for (let token: string | undefined; ;) {
        const page = await client
          .send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: folder + prefix,
              ...(token !== undefined && { ContinuationToken: token }),
            }),
          )
          .catch((error: unknown) => {
            throw nameFailure(error, `list ${prefix}`)
          })
        for (const { Key: key = '', Size: bytes = 0, LastModified: writtenAt } of page.Contents ??
          []) {
          yield { key: key.slice(folder.length), bytes, writtenAt: writtenAt ?? new Date(0) }
        }
        token = page.NextContinuationToken
        if (token === undefined) return
      }
    },
    close: () => client.destroy(),
  }
}

/** A bucket always says how long a file is: without it, a file would be taken for an empty one. */
function lengthOf({
  ContentLength: bytes,
}: {
  readonly ContentLength?: number | undefined
}): number {
  if (bytes === undefined) throw new TypeError('The answer has no length.')
  return bytes
}

/** Returns whether the file is missing, as opposed to the bucket. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)
}
