import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { downloads } from '@pitboard/contract/site/downloads'
import { VERSION } from '../../platform/config/config.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const program = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251))
const sha256 = createHash('sha256').update(program).digest('hex')
const entry = { bytes: program.length, sha256, kind: 'program' }
const manifest = {
  version: '1.2.3',
  platforms: [
    { ...entry, platform: 'windows-x64', file: 'recorder.exe' },
    { ...entry, platform: 'linux-x64', file: 'gone' },
    { ...entry, platform: 'portable', file: 'recorder.zip', kind: 'archive' },
  ],
}

/** Programs are named after the server; a file that is not a readable archive stays as it is. */
function nameOf(file: string): string {
  if (file.endsWith('.zip')) return file
  const { hostname, port } = new URL(server.url)
  return file.replace(/(\.exe)?$/, (extension) => `@http_${hostname}_${port}${extension}`)
}

let folder: string
let server: TestServer
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-downloads-'))
  server = await openTestServer({ env: { DOWNLOADS_DIR: folder } })
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('before the recorder is built and with a broken list of it the list is empty, and a file is 404 with a way to build it', async () => {
  for (const broken of [null, '', '{"version": "1.2', '[]']) {
    if (broken !== null) writeFileSync(join(folder, 'manifest.json'), broken)
    for (const path of ['/download', '/api/Downloads']) {
      const answer = await fetch(server.url + path)
      assert.equal(answer.status, 200, path)
      assert.deepEqual(await answer.json(), { version: VERSION, platforms: [] })
    }
    const answer = await fetch(`${server.url}/download/windows-x64`)
    assert.equal(answer.status, 404)
    assert.match(await answer.text(), /npm run build:recorder/)
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  for (const file of ['recorder.exe', 'recorder.zip']) writeFileSync(join(folder, file), program)
})

test('the list names version, size, checksum and kind of each file', async () => {
  const call = createClient({ baseUrl: server.url })
  const named = manifest.platforms.map((entry) => ({ ...entry, file: nameOf(entry.file) }))
  const offered = { ...manifest, platforms: named }
  assert.deepEqual(await call(downloads.list), offered)
  assert.deepEqual(await (await fetch(`${server.url}/download`)).json(), offered)
})

test('a program comes under a name that has the server’s address, tagged by its checksum', async () => {
  const answer = await fetch(`${server.url}/download/windows-x64`)
  assert.equal(answer.status, 200)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), program)
  assert.equal(answer.headers.get('etag'), `"${sha256}"`)
  assert.equal(answer.headers.get('content-length'), '5000')
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
  assert.equal(
    answer.headers.get('content-disposition'),
    `attachment; filename="${nameOf('recorder.exe')}"`,
  )
  const headers = { 'if-none-match': `"${sha256}"` }
  assert.equal((await fetch(`${server.url}/download/windows-x64`, { headers })).status, 304)
})

test('a platform without a program of its own gets the archive; unknown and lost ones are 404', async () => {
  const mac = await fetch(`${server.url}/download/macos-arm64`, { method: 'HEAD' })
  assert.equal(mac.headers.get('content-type'), 'application/zip')
  assert.equal(mac.headers.get('content-length'), '5000')
  for (const platform of ['amiga', 'linux-x64', '..%2f..%2fpackage.json']) {
    const answer = await fetch(`${server.url}/download/${platform}`)
    assert.equal(answer.status, 404, platform)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  }
})

const ranges = [
  { range: 'bytes=0-0', status: 206, bytes: program.subarray(0, 1) },
  { range: 'bytes=4990-', status: 206, bytes: program.subarray(4990) },
  { range: 'bytes=-10', status: 206, bytes: program.subarray(4990) },
  { range: 'bytes=4990-9999', status: 206, bytes: program.subarray(4990) },
  { range: 'bytes=5000-', status: 416, bytes: null },
  { range: 'bytes=9-3', status: 200, bytes: program },
  { range: 'bytes=0-1,4-5', status: 200, bytes: program },
]

for (const { range, status, bytes } of ranges) {
  test(`a download that broke off goes on: ${range} answers ${status}`, async () => {
    const answer = await fetch(`${server.url}/download/windows-x64`, { headers: { range } })
    assert.equal(answer.status, status)
    if (bytes !== null) assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
    else assert.equal(answer.headers.get('content-range'), 'bytes */5000')
  })
}

test('a range of an earlier build answers with the whole of this one', async () => {
  const headers = { range: 'bytes=4990-', 'if-range': '"another"' }
  const answer = await fetch(`${server.url}/download/windows-x64`, { headers })
  assert.equal(answer.status, 200)
  assert.equal((await answer.arrayBuffer()).byteLength, program.length)
})
