import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { inspect } from 'node:util'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { openTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { openTestServer } from '../../testing/server.ts'
import { StartError } from '../diagnostics/errors.ts'
import { type FileStore, FileStoreError, readStoredFile } from './file-store.ts'
import { createS3Files } from './s3-files.ts'

/** Only the test of a silent store waits this briefly: elsewhere a slow machine's answer would be requested twice. */
const IMPATIENT_IDLE_MS = 300
const KEY = 'captures/one/1.pcap.zst'
const bytes = randomBytes(300_000)

let s3: TestS3
let files: FileStore
let impatientFiles: FileStore
before(async () => {
  s3 = await openTestS3()
  files = createS3Files(s3.url)
  impatientFiles = createS3Files(s3.url, IMPATIENT_IDLE_MS)
  await files.put(KEY, bytes)
})
afterEach(() => s3.fail(null))
after(async () => {
  files.close()
  impatientFiles.close()
  await s3.close()
})

const answer =
  (status: number, code: string): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>of S3RVER</Message></Error>`)
  }

/** Returns whether it is a failure of the store that names no secret. */
function isPlain(error: unknown): boolean {
  assert.ok(error instanceof FileStoreError, inspect(error))
  assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }), /S3RVER|Signature=/)
  return true
}

onlyInLongRun(() => {
  test('403, 500 and silence fail in bounded time, after three attempts, without a secret', async () => {
    const failures: [RequestListener, attempts: number, FileStore][] = [
      [answer(403, 'AccessDenied'), 1, files],
      [answer(500, 'InternalError'), 3, files],
      [answer(503, 'SlowDown'), 3, files],
      [() => {}, 3, impatientFiles],
      [(request) => request.socket.destroy(), 3, files],
    ]
    for (const [listener, attempts, store] of failures) {
      s3.fail(listener)
      for (const call of [
        () => store.get(KEY),
        () => store.stat(KEY),
        () => store.put(KEY, Buffer.from('x')),
        () => store.delete(KEY),
        async () => {
          for await (const _ of store.list('captures/'));
        },
      ]) {
        const before = s3.requests.length
        await assert.rejects(call(), isPlain)
        assert.equal(s3.requests.length - before, attempts)
      }
    }
    s3.fail(null)
    assert.ok((await readStoredFile(files, KEY))?.equals(bytes), 'nothing was written or deleted')
  })
})

/** Lists as Amazon's store does, three keys in each answer: the store of these tests does not split lists. */
function answerLists(keys: readonly string[]): RequestListener {
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const first = Number(searchParams.get('continuation-token') ?? 0)
    const listed = keys.slice(first, first + 3)
    const entries = listed.map((key) => `<Contents><Key>club/${key}</Key><Size>1</Size></Contents>`)
    const next = first + 3
    const token = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListBucketResult>${token}${entries.join('')}</ListBucketResult>`)
  }
}

test('a list has every file, also beyond what one answer lists', async () => {
  const keys = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `many/${name}`)
  s3.fail(answerLists(keys))
  const before = s3.requests.length
  const listed: string[] = []
  for await (const { key } of files.list('many/')) listed.push(key)
  assert.deepEqual(listed, keys)
  assert.equal(s3.requests.length - before, 3)
})

test('a body that is cut is continued; one that is always cut fails', async () => {
  let cuts = 2
  const cut: RequestListener = (request, response) => {
    const first = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(first === 0 ? 200 : 206, {
      'content-length': bytes.length - first,
      'content-range': `bytes ${first}-${bytes.length - 1}/${bytes.length}`,
      etag: '"1"',
    })
    if (cuts-- <= 0) return response.end(bytes.subarray(first))
    return response.write(bytes.subarray(first, first + 50_000), () => response.destroy())
  }
  s3.fail(cut)
  assert.ok((await readStoredFile(files, KEY))?.equals(bytes))
  cuts = 99
  await assert.rejects(readStoredFile(files, KEY), isPlain)
})

test('a file that vanishes between two parts of it fails instead of ending early', async () => {
  await files.delete(KEY)
  s3.fail((_request, response) => {
    s3.fail(null)
    response.writeHead(200, { 'content-length': bytes.length, etag: '"1"' })
    response.write(bytes.subarray(0, 1000), () => response.destroy())
  })
  await assert.rejects(readStoredFile(files, KEY), isPlain)
  assert.equal(await files.stat(KEY), null)
  await files.put(KEY, bytes)
})

test('a server refuses to start with a wrong key or bucket, and starts while the store is away', async () => {
  const wrong = [
    s3.url.replace('S3RVER:S3RVER@', 'ANOTHER:not-the-secret@'),
    s3.url.replace('/pitboard/', '/another/'),
  ]
  for (const url of wrong) {
    await assert.rejects(openTestServer({ env: { S3_URL: url } }), (error) => {
      assert.ok(error instanceof StartError, inspect(error))
      assert.match(error.message, /^The file store 127\.0\.0\.1:\d+ .*S3_URL\.$/)
      assert.doesNotMatch(error.message, /Unknown/)
      assert.doesNotMatch(inspect(error, { depth: 10 }), /ANOTHER|not-the-secret/)
      return true
    })
  }
  s3.fail(answer(500, 'InternalError'))
  const server = await openTestServer({ env: { S3_URL: s3.url } })
  await server.close()
})
