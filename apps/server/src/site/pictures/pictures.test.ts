import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import sharp from 'sharp'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { goLive, insertNamed, insertRace, openSite } from '../pages/a-site.fixture.ts'

const race = createRace({ seed: 3, laps: 2, cars: 4, rateHz: 10, trackId: 22 })
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns width and height as the file's header says. */
function sizeOf(png: Buffer): readonly [number, number] {
  assert.deepEqual(png.subarray(0, 8), PNG)
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('recorded and live sessions, users and the site itself have a picture of 1200 × 630', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  const live = await goLive(server, userId, race.datagrams())
  const recorded = await insertRace(server, userId)
  const paths = [
    `/og/session/${recorded}.png`,
    `/og/live/${live.id}.png`,
    // This session has ended since its live link was shared.
    `/og/live/${recorded}.png`,
    `/og/user/${userId}.png`,
    '/og/default.png',
  ]
  for (const url of paths) {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'], url)
    assert.deepEqual(sizeOf(rawPayload), [1200, 630], url)
    assert.ok(rawPayload.length < 300_000, `${url}: ${rawPayload.length} bytes`)
    assert.match(String(headers['cache-control']), /^public, max-age=\d+$/)
    const etag = String(headers['etag'])
    const again = await server.app.inject({ url, headers: { 'if-none-match': etag } })
    assert.equal(again.statusCode, 304, url)
  }
})

test('404: a picture of a session that does not exist', async (t) => {
  const server = await openSite(t)
  const id = server.context.newId()
  for (const url of [
    `/og/user/${id}.png`,
    `/og/session/${id}.png`,
    `/og/live/${id}.png`,
    '/og/live/x.png',
    '/og/x',
  ]) {
    assert.equal((await server.app.inject({ url })).statusCode, 404, url)
  }
})

test('names of every script, length and kind of character make a picture', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  const names = [
    '<b>"&\'</text><script>',
    '汉字 かな 한글 العربية עברית ไทย ตัวอย่าง',
    '👨‍👩‍👧‍👦🏁🇦🇹',
    'Z̷̢͖͔a͎͎͎͎͎͎͎͎lgo'.repeat(20),
    '\u0000\u0008\u202e\ud800\udc00\ud800\uffff\ufdd0',
    '',
    ' '.repeat(300),
    'i'.repeat(10_000),
    'W'.repeat(300),
    '&amp;#x0;&#0;%00${}',
  ]
  for (const name of names) {
    const over = { trackName: name, userName: name }
    const id = await insertRace(server, userId, { names: [name, name], over })
    const { statusCode, rawPayload } = await server.app.inject({ url: `/og/session/${id}.png` })
    assert.equal(statusCode, 200, JSON.stringify(name))
    assert.deepEqual(sizeOf(rawPayload), [1200, 630])
  }
})

test('a league and its seasons have the colour and the logo of the league, as long as it is public', async (t) => {
  const server = await openSite(t)
  const call = createCall(() => server)
  const owner = await openAccount(server.context, { username: 'Organiser' })
  const create = { width: 20, height: 20, channels: 3, background: '#00c8ff' } as const
  const thumbnailBase64 = (await sharp({ create }).png().toBuffer()).toString('base64')
  const body = { name: 'Open House', isPublic: true, accentColour: '#1e9be0', thumbnailBase64 }
  const { id } = (await call('POST /api/League', { as: owner, body })).json()
  const season = { name: 'Summer', leagueId: id }
  const seasonId = (await call('POST /api/Seasons', { as: owner, body: season })).json().id
  for (const url of [`/og/league/${id}.png`, `/og/season/${seasonId}.png`]) {
    const { rawPayload } = await server.app.inject({ url })
    assert.deepEqual(sizeOf(rawPayload), [1200, 630], url)
    assert.equal(await colourAt(rawPayload, { left: 5, top: 300 }), '#1e9be0', url)
    assert.equal(await colourAt(rawPayload, { left: 130, top: 150 }), '#00c8ff', url)
  }
  await call(`PATCH /api/League/${id}`, { as: owner, body: { isPublic: false } })
  for (const url of [`/og/league/${id}.png`, `/og/season/${seasonId}.png`]) {
    assert.equal((await server.app.inject({ url })).statusCode, 404, url)
  }
})

async function colourAt(png: Buffer, place: { left: number; top: number }): Promise<string> {
  const area = { ...place, width: 1, height: 1 }
  const pixel = await sharp(png).extract(area).removeAlpha().raw().toBuffer()
  return `#${pixel.subarray(0, 3).toString('hex')}`
}
