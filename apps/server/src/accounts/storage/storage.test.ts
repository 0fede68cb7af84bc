import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { openAccount } from '../../testing/account.ts'
import { callWhile } from '../../testing/call-while.ts'
import { CLIENT_VERSIONS, openClient } from '../../testing/clients.ts'
import { untilDone } from '../../platform/queues/run-due.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { holdFile, markUnfinished, pictureKey } from './files.ts'
import { OBJECTS_PER_USER_MAX, removeUserFiles } from './queries.ts'

let server: TestServer
let clock = () => Date.now()
before(async () => {
  server = await openTestServer({ now: () => new Date(clock()) })
})
after(() => server.close())

function drawing(side = 64, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 30 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'where it was taken' } })
    .toFormat(format)
    .toBuffer()
}

async function blob(bytes: Promise<Buffer>, type = 'image/png'): Promise<Blob> {
  return new Blob([new Uint8Array(await bytes)], { type })
}

async function call(path: string, init: RequestInit = {}, token?: string): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', server.context.keys.anonKey)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return fetch(`${server.url}/storage/v1/${path}`, { ...init, headers })
}

async function refusal(answer: Response): Promise<string> {
  const body: unknown = await answer.json()
  assert.ok(typeof body === 'object' && body !== null && 'statusCode' in body && 'code' in body)
  assert.equal(answer.status, 400)
  return `${String(body.statusCode)} ${String(body.code)}`
}

async function storedFiles(): Promise<string[]> {
  const folder = join(server.context.config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const Named = Type.Object({ name: Type.String(), key: Type.String() })
const ListV2Page = Type.Object({
  hasNext: Type.Boolean(),
  nextCursor: Type.Optional(Type.String()),
  folders: Type.Array(Named),
  objects: Type.Array(Named),
})

const REFUSED = '400 InvalidSignature'

async function upload(token: string, path: string, bytes: Buffer, headers = {}): Promise<Response> {
  const body = new Uint8Array(bytes)
  const init = { method: 'POST', body, headers: { 'content-type': 'image/png', ...headers } }
  return call(`object/${path}`, init, token)
}

for (const version of CLIENT_VERSIONS) {
  test(`${version}: a picture is uploaded, seen by everyone, replaced and removed`, async () => {
    const { userId, accessToken } = await openAccount(server.context)
    const avatars = openClient(version, server, accessToken).storage.from('avatars')
    const path = `${userId}/avatar.webp`
    const first = await avatars.upload(path, await blob(drawing(2000)), { cacheControl: '60' })
    assert.equal(first.error, null)
    assert.deepEqual([first.data?.path, first.data?.fullPath], [path, `avatars/${path}`])
    const url = avatars.getPublicUrl(path).data.publicUrl
    const seen = await fetch(url)
    assert.equal(seen.headers.get('content-type'), 'image/webp')
    assert.equal(seen.headers.get('cache-control'), 'public, max-age=60')
    const { format, width, exif } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata()
    assert.deepEqual([format, width, exif], ['webp', 512, undefined])

    const again = await avatars.upload(path, await blob(drawing()))
    assert.match(again.error?.message ?? '', /already exists/)
    const replaced = await avatars.update(path, await drawing(32), { contentType: 'image/png' })
    assert.equal(replaced.error, null)
    const downloaded = await avatars.download(path)
    const bytes = Buffer.from((await downloaded.data?.arrayBuffer()) ?? new ArrayBuffer(0))
    assert.equal((await sharp(bytes).metadata()).width, 32)
    const upserted = await avatars.upload(path, await blob(drawing(16)), { upsert: true })
    assert.equal(upserted.error, null)

    const removed = await avatars.remove([path, `${userId}/none.png`])
    assert.deepEqual(
      removed.data?.map(({ name }) => name),
      [path],
    )
    assert.equal((await fetch(url)).status, 400)
    assert.equal((await avatars.download(path)).data, null)
    assert.notEqual((await avatars.update(path, await blob(drawing()))).error, null)
  })

  test(`${version}: nobody writes, lists or removes in a stranger's folder`, async () => {
    const [own, other] = [await openAccount(server.context), await openAccount(server.context)]
    const path = `${other.userId}/avatar.png`
    const theirs = openClient(version, server, other.accessToken).storage.from('avatars')
    assert.equal((await theirs.upload(path, await blob(drawing()))).error, null)
    for (const token of [own.accessToken, null]) {
      const avatars = openClient(version, server, token).storage.from('avatars')
      const picture = await blob(drawing())
      for (const result of [
        await avatars.upload(`${other.userId}/new.png`, picture),
        await avatars.upload(path, picture, { upsert: true }),
        await avatars.update(path, picture),
        await avatars.createSignedUploadUrl(`${other.userId}/new.png`),
        await avatars.move(path, `${own.userId}/stolen.png`),
        await avatars.copy(`${own.userId}/a.png`, path),
      ]) {
        assert.match(result.error?.message ?? '', /row-level security/)
      }
      assert.deepEqual((await avatars.remove([path])).data, [])
      assert.deepEqual((await avatars.list(other.userId)).data, [])
    }
    assert.equal((await theirs.list(other.userId)).data?.length, 1)
  })

  test(`${version}: a folder is listed, its files are moved, copied and described`, async () => {
    const { userId, accessToken } = await openAccount(server.context)
    const pictures = openClient(version, server, accessToken).storage.from('thumbnails')
    for (const name of ['b.png', 'a.png', 'old/c.png']) {
      assert.equal((await pictures.upload(`${userId}/${name}`, await blob(drawing()))).error, null)
    }
    const listed = await pictures.list(userId, { sortBy: { column: 'name', order: 'asc' } })
    assert.deepEqual(
      listed.data?.map(({ name, id }) => [name, id === null]),
      [
        ['a.png', false],
        ['b.png', false],
        ['old', true],
      ],
    )
    assert.equal(listed.data?.[0]?.metadata['mimetype'], 'image/png')
    for (const options of [{ limit: 1, offset: 1 }, { search: 'B.p' }]) {
      const page = await pictures.list(userId, options)
      assert.deepEqual(
        page.data?.map(({ name }) => name),
        ['b.png'],
      )
    }
    assert.equal((await pictures.move(`${userId}/b.png`, `${userId}/d.png`)).error, null)
    assert.equal((await pictures.copy(`${userId}/d.png`, `${userId}/e.png`)).error, null)
    assert.notEqual((await pictures.move(`${userId}/d.png`, `${userId}/d.jpg`)).error, null)
    assert.equal((await pictures.exists(`${userId}/b.png`)).data, false)
    assert.equal((await pictures.exists(`${userId}/e.png`)).data, true)
    const { data } = await pictures.info(`${userId}/d.png`)
    assert.equal(data?.contentType, 'image/png')
  })

  test(`${version}: a signed address reads one file, until it is too old`, async () => {
    const { userId, accessToken } = await openAccount(server.context)
    const avatars = openClient(version, server, accessToken).storage.from('avatars')
    const [path, other] = [`${userId}/a.png`, `${userId}/b.png`]
    for (const each of [path, other]) await avatars.upload(each, await blob(drawing()))
    const url = (await avatars.createSignedUrl(path, 60)).data?.signedUrl ?? ''
    assert.equal((await fetch(url)).status, 200)
    assert.equal(
      await refusal(await fetch(url.replace('/a.png', '/b.png'))),
      '400 InvalidSignature',
    )
    assert.equal(await refusal(await fetch(url.slice(0, -2))), '400 InvalidSignature')
    const { context } = server
    const { now } = context
    context.now = () => new Date(now().getTime() + 61_000)
    try {
      assert.equal(await refusal(await fetch(url)), '400 InvalidSignature')
    } finally {
      context.now = now
    }
    const scaled = { transform: { width: 10 } }
    assert.equal((await avatars.download(path, scaled)).error, null)
    const scaledUrl = (await avatars.createSignedUrl(path, 60, scaled)).data?.signedUrl ?? ''
    assert.equal((await fetch(scaledUrl)).status, 200)
    const rendered = scaledUrl.replace('/object/sign/', '/render/image/sign/')
    assert.equal((await fetch(rendered)).status, 200)
    const many = await avatars.createSignedUrls([path, `${userId}/none.png`], 60)
    assert.deepEqual(
      many.data?.map(({ error }) => error === null),
      [true, false],
    )
    assert.notEqual((await avatars.createSignedUrl(`${userId}/none.png`, 60)).error, null)

    const target = `${userId}/later.png`
    const permission = await avatars.createSignedUploadUrl(target)
    const visitor = openClient(version, server).storage.from('avatars')
    const token = permission.data?.token ?? ''
    const stored = await visitor.uploadToSignedUrl(target, token, await blob(drawing()))
    assert.equal(stored.error, null)
    const nextTarget = `${userId}/untyped.png`
    const next = (await avatars.createSignedUploadUrl(nextTarget)).data?.token ?? ''
    const untyped = await visitor.uploadToSignedUrl(nextTarget, next, await drawing())
    assert.equal(untyped.error, null, 'bytes without a type')
    const elsewhere = await visitor.uploadToSignedUrl(other, token, await blob(drawing()))
    assert.notEqual(elsewhere.error, null)
    const asSession = openClient(version, server, token).storage.from('avatars')
    assert.notEqual((await asSession.upload(`${userId}/x.png`, await blob(drawing()))).error, null)
  })
}

test('of a repeated parameter the first counts, and none makes the server fail', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const path = `avatars/${userId}/me.png`
  assert.equal((await upload(accessToken, path, await drawing())).status, 200)
  const body = JSON.stringify({ expiresIn: 60 })
  const signed: unknown = await (
    await call(`object/sign/${path}`, { method: 'POST', body }, accessToken)
  ).json()
  assert.ok(typeof signed === 'object' && signed !== null && 'signedURL' in signed)
  const url = String(signed.signedURL).slice(1)
  assert.equal((await call(`${url}&token=x&download=a&download=b`)).status, 200)
  assert.equal(await refusal(await call(url.replace('token=', 'token=x&token='))), REFUSED)
  const twice = await call(`object/public/${path}?download=a.png&download=b.png`)
  assert.match(twice.headers.get('content-disposition') ?? '', /a\.png$/)
  const put = { method: 'PUT', body: new Uint8Array(await drawing()) }
  const uploaded = await call(`object/upload/sign/${path}?token=a&token=b`, put)
  assert.equal(await refusal(uploaded), REFUSED)
})

for (const version of CLIENT_VERSIONS) {
  test(`${version}: what a user says of a file is stored, copied and replaced with it`, async () => {
    const { userId, accessToken } = await openAccount(server.context)
    const avatars = openClient(version, server, accessToken).storage.from('avatars')
    const [path, copy] = [`${userId}/me.png`, `${userId}/copy.png`]
    const metadataOf = async (name: string) => (await avatars.info(name)).data?.metadata
    const metadata = { taken: { at: 'Monza' }, title: 'Zoë 🏎' }
    const sent = await avatars.upload(path, await blob(drawing()), { metadata })
    assert.equal(sent.error, null)
    assert.deepEqual(await metadataOf(path), metadata)
    await avatars.copy(path, copy)
    assert.deepEqual(await metadataOf(copy), metadata)
    // A body other than a form carries it in a header.
    const raw = { metadata: { lap: 3 }, contentType: 'image/png' }
    assert.equal((await avatars.update(path, await drawing(), raw)).error, null)
    assert.deepEqual(await metadataOf(path), { lap: 3 })
    await avatars.update(path, await drawing(), { contentType: 'image/png' })
    assert.deepEqual(await metadataOf(path), {})
    const long = { metadata: { note: 'x'.repeat(5000) }, upsert: true }
    const refused = await avatars.upload(path, await blob(drawing()), long)
    assert.match(refused.error?.message ?? '', /4096 bytes/)
  })
}

test('metadata that is not a JSON object is refused, not dropped', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  for (const text of ['[1]', '"a"', 'nothing', '{"a":"\\u0000"}', '{"a":"\\ud800"}']) {
    const headers = { 'x-metadata': Buffer.from(text).toString('base64') }
    const answer = await upload(accessToken, `avatars/${userId}/a.png`, await drawing(), headers)
    assert.equal(await refusal(answer), '400 InvalidRequest', text)
  }
})

test('a folder is listed page by page, with or without what lies below', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  for (const name of ['a.png', 'b/1.png', 'b/2.png', 'c.png']) {
    await upload(accessToken, `avatars/${userId}/${name}`, await drawing(8))
  }
  const list = async (options: object) => {
    const body = JSON.stringify({ prefix: `${userId}/`, ...options })
    const init = { method: 'POST', body }
    const answer: unknown = await (await call('object/list-v2/avatars', init, accessToken)).json()
    assert.ok(Value.Check(ListV2Page, answer), JSON.stringify(answer))
    return answer
  }
  const namesOf = (entries: readonly { name: string }[]) =>
    entries.map(({ name }) => name.slice(userId.length + 1))
  const whole = await list({})
  assert.deepEqual(namesOf(whole.objects), ['a.png', 'b/1.png', 'b/2.png', 'c.png'])
  assert.deepEqual([whole.hasNext, whole.nextCursor, whole.folders], [false, undefined, []])
  const sortings = [
    { with_delimiter: true },
    { sortBy: { column: 'created_at', order: 'desc' } },
    { sortBy: { column: 'name', order: 'desc' }, with_delimiter: true },
  ] as const
  for (const sorting of sortings) {
    const all = await list(sorting)
    const [folders, objects]: [string[], string[]] = [[], []]
    let page = await list({ ...sorting, limit: 1 })
    for (;;) {
      folders.push(...namesOf(page.folders))
      objects.push(...namesOf(page.objects))
      if (!page.hasNext) break
      page = await list({ ...sorting, limit: 1, cursor: page.nextCursor })
    }
    assert.deepEqual([folders, objects], [namesOf(all.folders), namesOf(all.objects)])
    assert.deepEqual(folders, 'with_delimiter' in sorting ? ['b/'] : [])
  }
  const { db } = server.context
  // Each column gives a different order; two files of the same time are listed by name.
  for (const [name, created, updated] of [
    ['a.png', '2026-01-02', '2026-01-03'],
    ['b/1.png', '2026-01-01', '2026-01-01'],
    ['b/2.png', '2026-01-02', '2026-01-02'],
    ['c.png', '2026-01-01', '2026-01-04'],
  ] as const) {
    await db
      .updateTable('storage_object')
      .set({ created_at: new Date(created), updated_at: new Date(updated) })
      .where('path', '=', `${userId}/${name}`)
      .execute()
  }
  for (const [column, ascending] of [
    ['name', ['a.png', 'b/1.png', 'b/2.png', 'c.png']],
    ['created_at', ['b/1.png', 'c.png', 'a.png', 'b/2.png']],
    ['updated_at', ['b/1.png', 'b/2.png', 'a.png', 'c.png']],
  ] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const paged: string[] = []
      let page = await list({ sortBy: { column, order }, limit: 1 })
      paged.push(...namesOf(page.objects))
      while (page.hasNext) {
        page = await list({ sortBy: { column, order }, limit: 1, cursor: page.nextCursor })
        paged.push(...namesOf(page.objects))
      }
      const expected = order === 'asc' ? ascending : ascending.toReversed()
      assert.deepEqual(paged, expected, `${column} ${order}`)
    }
  }
  const stranger = await openAccount(server.context)
  const init = { method: 'POST', body: JSON.stringify({ prefix: `${userId}/` }) }
  const foreign = await call('object/list-v2/avatars', init, stranger.accessToken)
  assert.deepEqual(await foreign.json(), { hasNext: false, folders: [], objects: [] })
  for (const body of ['{"cursor":"x"}', '{"cursor":"W10"}', '{"sortBy":{"column":"x"}}']) {
    const bad = await call('object/list-v2/avatars', { method: 'POST', body }, accessToken)
    assert.equal(await refusal(bad), '400 InvalidRequest', body)
  }
  const unknown = await call('object/list-v2/else', { method: 'POST', body: '{}' }, accessToken)
  assert.equal(await refusal(unknown), '404 NoSuchBucket')
})

test('a part of a picture is answered as a part', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const path = `avatars/${userId}/me.png`
  await upload(accessToken, path, await drawing())
  const url = `object/public/${path}`
  const whole = await call(url)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const etag = whole.headers.get('etag') ?? ''
  assert.equal(whole.headers.get('accept-ranges'), 'bytes')
  const size = bytes.length
  const parts: [range: string, first: number, last: number][] = [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, size - 1],
    ['bytes=-5', size - 5, size - 1],
    [`bytes=5-${size * 2}`, 5, size - 1],
  ]
  for (const [range, first, last] of parts) {
    const part = await call(url, { headers: { range } })
    assert.equal(part.status, 206, range)
    assert.equal(part.headers.get('content-range'), `bytes ${first}-${last}/${size}`)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(first, last + 1))
  }
  const beyond = await call(url, { headers: { range: `bytes=${size}-` } })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size}`])
  // The server sends the whole file for a range of another version, for several ranges and for an unreadable range.
  for (const headers of [
    { range: 'bytes=0-9', 'if-range': '"another"' },
    { range: 'bytes=0-1,3-4' },
    { range: 'lines=1-2' },
  ]) {
    const answer = await call(url, { headers })
    assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [200, size])
  }
  const same = await call(url, { headers: { range: 'bytes=0-9', 'if-range': etag } })
  assert.equal(same.status, 206)
  const head = await call(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)])
})

test('a user with many pictures delays another by one of them, not by all', async () => {
  const [many, one] = [await openAccount(server.context), await openAccount(server.context)]
  // The picture is so large that the waiting ones are not done before the other one's request has arrived.
  const [large, small] = [await drawing(4500), await drawing(16)]
  const done: string[] = []
  const send = async ({ accessToken, userId }: typeof many, name: string, bytes: Buffer) => {
    const { status } = await upload(accessToken, `avatars/${userId}/${name}.png`, bytes)
    assert.equal(status, 200)
    done.push(name)
  }
  const names = Array.from({ length: 8 }, (_, n) => `of-many-${n}`)
  const all = names.map((name) => send(many, name, large))
  await Promise.race(all)
  await Promise.all([...all, send(one, 'alone', small)])
  // It came when one of the others was done and the rest waited.
  assert.notEqual(done.at(-1), 'alone', done.join())
})

test('of two files that are moved to one name at once one stays where it is', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  for (const name of ['a', 'b'])
    await upload(accessToken, `avatars/${userId}/${name}.png`, await drawing())
  const move = (name: string) => async () => {
    const keys = { sourceKey: `${userId}/${name}.png`, destinationKey: `${userId}/c.png` }
    const body = JSON.stringify({ bucketId: 'avatars', ...keys })
    const answer = await call('object/move', { method: 'POST', body }, accessToken)
    return answer.ok ? 'moved' : refusal(answer)
  }
  const answers = await callWhile(server, [move('a'), move('b')], {
    hold: (db) => db.selectFrom('storage_object').selectAll().forUpdate().execute(),
  })
  assert.deepEqual(answers.toSorted(), ['409 KeyAlreadyExists', 'moved'])
})

test('a signed address for an upload ends with the account', async () => {
  const { context } = server
  const { userId, accessToken } = await openAccount(context)
  const avatars = openClient('2.48.1', server, accessToken).storage.from('avatars')
  const path = `${userId}/later.png`
  const token = (await avatars.createSignedUploadUrl(path)).data?.token ?? ''
  await context.db.deleteFrom('user').where('id', '=', userId).execute()
  const stored = await avatars.uploadToSignedUrl(path, token, await blob(drawing()))
  assert.match(stored.error?.message ?? '', /row-level security/)
  const row = context.db.selectFrom('user').select('id').where('id', '=', userId)
  assert.equal(await row.executeTakeFirst(), undefined)
})

test('a file that is not a JPEG, PNG or WebP is refused, whatever its type says', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  const half = (await drawing(500)).subarray(0, 900)
  const bytes = [svg, await drawing(8, 'gif'), Buffer.from('hello'), Buffer.alloc(0), half]
  for (const each of bytes) {
    const answer = await upload(accessToken, `avatars/${userId}/a.png`, each)
    assert.equal(await refusal(answer), '415 InvalidMimeType')
  }
  for (const name of ['a.svg', 'a.html', 'a.png.exe']) {
    const answer = await upload(accessToken, `avatars/${userId}/${name}`, await drawing())
    assert.equal(await refusal(answer), '415 InvalidMimeType')
  }
})

test('a picture is what its name says, and upright', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const turned = await sharp({
    create: { width: 40, height: 20, channels: 3, background: '#fff' },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.equal((await upload(accessToken, `avatars/${userId}/a.png`, turned)).status, 200)
  const answer = await call(`object/public/avatars/${userId}/a.png`)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  assert.deepEqual([format, width, height], ['png', 20, 40])
})

test('a file too large, in bytes or in pixels, is refused', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const path = `avatars/${userId}/a.png`
  for (const size of [5_242_881, 6_000_000]) {
    const answer = await upload(accessToken, path, Buffer.alloc(size, 1))
    assert.equal(await refusal(answer), '413 EntityTooLarge')
  }
  const bomb = await drawing(5001)
  assert.ok(bomb.length < 500_000)
  assert.equal(await refusal(await upload(accessToken, path, bomb)), '413 EntityTooLarge')
})

test('an upload is refused before its file is sent, where the sender may not write there', async () => {
  const { userId } = await openAccount(server.context)
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  // Only the head is sent: a server that reads files of strangers would wait for the rest.
  socket.write(
    `POST /storage/v1/object/avatars/${userId}/a.png HTTP/1.1\r\nHost: localhost\r\n` +
      `apikey: ${server.context.keys.anonKey}\r\nContent-Type: image/png\r\n` +
      'Content-Length: 4000000\r\n\r\n',
  )
  const [answer] = await once(socket, 'data')
  socket.destroy()
  assert.match(String(answer), /^HTTP\/1\.1 400 /)
  assert.match(String(answer), /AccessDenied/)
})

test('a path that leads elsewhere is refused', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const picture = await drawing()
  const odd = [
    '%2e%2e/a.png',
    '..%2f..%2fa.png',
    'a%00.png',
    '%2fa.png',
    'a//b.png',
    '.a.png',
    'a%0a.png',
    '%ff.png',
    'a/b/c/d.png',
    'a .png%20',
  ]
  for (const name of odd) {
    const answer = await upload(accessToken, `avatars/${userId}/${name}`, picture)
    assert.ok(answer.status === 400, name)
  }
  const bucket = await upload(accessToken, `other/${userId}/a.png`, picture)
  assert.equal(await refusal(bucket), '404 NoSuchBucket')
})

test('a browser that knows a picture is not sent it again', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  await upload(accessToken, `avatars/${userId}/a.png`, await drawing())
  const path = `object/public/avatars/${userId}/a.png`
  const etag = (await call(path)).headers.get('etag') ?? ''
  const known = await call(path, { headers: { 'if-none-match': etag } })
  assert.equal(known.status, 304)
  const named = await call(`${path}?download=Me%20%F0%9F%8F%8E.png`)
  assert.match(
    named.headers.get('content-disposition') ?? '',
    /^attachment; filename\*=UTF-8''Me%20/,
  )
})

test('a call needs a key and a token that is good; a public address neither', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  await upload(accessToken, `avatars/${userId}/a.png`, await drawing())
  assert.equal((await fetch(`${server.url}/storage/v1/bucket`)).status, 401)
  const open = `${server.url}/storage/v1/object/public/avatars/${userId}/a.png`
  assert.equal((await fetch(open)).status, 200)
  const expired = await openAccount(server.context, { lifeSeconds: -10 })
  const answer = await upload(
    expired.accessToken,
    `avatars/${expired.userId}/a.png`,
    await drawing(),
  )
  assert.equal(await refusal(answer), '403 InvalidJWT')
  assert.equal(
    await refusal(await call('bucket', { method: 'POST', body: '{}' })),
    '403 AccessDenied',
  )
})

test('a user has a bounded number of files, and sends a bounded number a minute', async () => {
  const { userId, accessToken } = await openAccount(server.context)
  const picture = await drawing(8)
  const { context } = server
  const start = Date.now()
  clock = () => start
  const statuses = []
  for (let sent = 0; sent < 31; sent++) {
    statuses.push((await upload(accessToken, `avatars/${userId}/${sent}.png`, picture)).status)
  }
  assert.deepEqual(statuses.slice(29), [200, 400])
  const rest = Array.from({ length: OBJECTS_PER_USER_MAX - 30 }, (_, made) => {
    const id = context.newId()
    return {
      id,
      bucket: 'avatars',
      path: `${userId}/${30 + made}.png`,
      owner_id: userId,
      file_key: id,
      content_type: 'image/png',
      bytes: 1,
      etag: 'x',
      cache_control: 'max-age=1',
    }
  })
  await context.db.insertInto('storage_object').values(rest).execute()
  clock = () => start + 61_000
  const full = await upload(accessToken, `avatars/${userId}/one-more.png`, picture)
  const replaced = await upload(accessToken, `avatars/${userId}/1.png`, picture, {
    'x-upsert': 'true',
  })
  clock = () => Date.now()
  assert.equal(await refusal(full), '413 EntityTooLarge')
  assert.equal(replaced.status, 200)
})

test('a file whose removal has begun is not stored after all', async () => {
  const { db, newId } = server.context
  const fileKey = newId()
  await markUnfinished(server.context, fileKey)
  await holdFile(db, fileKey)
  await markUnfinished(server.context, fileKey)
  await db.updateTable('storage_leftover').set({ attempts: 1 }).execute()
  await assert.rejects(holdFile(db, fileKey), /was given up/)
})

test('no file stays behind: not of a replaced picture, a user who goes, or a write cut short', async () => {
  const { context } = server
  await untilDone(context.db, 'storage_leftovers')
  const before = (await storedFiles()).length
  const own = await openAccount(context)
  const picture = await drawing(8)
  for (let sent = 0; sent < 3; sent++) {
    await upload(own.accessToken, `avatars/${own.userId}/a.png`, picture, { 'x-upsert': 'true' })
  }
  await upload(own.accessToken, `avatars/${own.userId}/b.png`, picture)
  await upload(own.accessToken, `avatars/${own.userId}/a.png`, picture)
  const cutShort = context.newId()
  await markUnfinished(context, cutShort)
  await context.files.put(pictureKey(cutShort), picture)
  await untilDone(context.db, 'storage_leftovers')
  // Two pictures are stored, and one that may be being written.
  assert.equal((await storedFiles()).length, before + 3)
  const later = new Date(0)
  await context.db.updateTable('storage_leftover').set({ due_at: later }).execute()
  await untilDone(context.db, 'storage_leftovers')
  assert.equal((await storedFiles()).length, before + 2)
  await removeUserFiles(context.db, own.userId)
  await untilDone(context.db, 'storage_leftovers')
  assert.equal((await storedFiles()).length, before)
  const other = await openAccount(context)
  await upload(other.accessToken, `avatars/${other.userId}/a.png`, picture)
  await context.db.deleteFrom('user').where('id', '=', other.userId).execute()
  await untilDone(context.db, 'storage_leftovers')
  assert.equal((await storedFiles()).length, before)
})
