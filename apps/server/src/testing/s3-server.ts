import S3rver from '@20minutes/s3rver'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BUCKET = 'pitboard'
const STORED_SUFFIX = '._S3rver_object'

export interface TestS3 {
  /** This is the value for `S3_URL`. */
  readonly url: string
  keys(): string[]
  /** Answers in the server's place until the next call; null lets the server answer again. */
  fail(answer: RequestListener | null): void
  /** Sees every request. */
  readonly requests: string[]
  close(): Promise<void>
}

/** Starts a real S3-compatible server with an empty bucket. */
export async function openTestS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'pitboard-s3-'))
  const app = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
    // It signs the address of a list without its last slash. Unknown keys are refused.
    allowMismatchedSignatures: true,
  })
  await app.configureBuckets()
  const answer = app.callback()
  const requests: string[] = []
  let failing: RequestListener | null = null
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const listener = failing ?? answer
    listener(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}/club?region=eu-1`,
    keys: () =>
      readdirSync(join(directory, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(STORED_SUFFIX))
        .map((name) => name.slice(0, -STORED_SUFFIX.length)),
    fail(other) {
      failing = other
    },
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
