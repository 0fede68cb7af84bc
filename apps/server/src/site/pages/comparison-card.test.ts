import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { TestServer } from '../../testing/server.ts'
import { aLap, driveSession, OWN_CAR } from '../../racing/records/driven-session.fixture.ts'
import { deleteSession, storeRecording } from '../../racing/sessions/store-recording.ts'
import { insertNamed, openSite } from './a-site.fixture.ts'

interface Driven {
  readonly name: string
  readonly timesMs: readonly number[]
  readonly trackId?: number
}

/** Returns the session's id. */
async function drive(server: TestServer, { name, timesMs, trackId = 3 }: Driven): Promise<string> {
  const userId = await insertNamed(server, name)
  const laps = timesMs.map((timeMs) => aLap(timeMs))
  const session = driveSession(server, userId, { laps, trackId, trackName: `Track ${trackId}` })
  const drivers = session.drivers.map((driver) => ({ ...driver, name, teamColour: '#27f4d2' }))
  await storeRecording(server.context.db, { ...session, drivers }, null)
  return session.id
}

async function openDriven(t: TestContext) {
  const server = await openSite(t)
  const ann = await drive(server, { name: 'Ann', timesMs: [91_000, 90_123] })
  const bob = await drive(server, { name: 'Bob <b>', timesMs: [90_500] })
  const elsewhere = await drive(server, { name: 'Eve', timesMs: [70_000], trackId: 4 })
  const get = (path: string, language = 'en') =>
    server.app.inject({ url: path, headers: { accept: 'text/html', 'accept-language': language } })
  return { server, ann, bob, elsewhere, get }
}

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

test('a link to compared laps has their drivers, times and picture', async (t) => {
  const { ann, bob, get } = await openDriven(t)
  const laps = [`${ann}.${OWN_CAR}.2`, `${bob}.${OWN_CAR}.1`].join(',')
  const { body } = await get(`/compare?laps=${laps}&zoom=1-2`)
  assert.equal(
    /<title>(.*)<\/title>/.exec(body)?.[1],
    'Ann (lap 2) against Bob &lt;b&gt; (lap 1): Track 3 · Pitboard',
  )
  assert.match(
    contentOf(body, 'description') ?? '',
    /^Ann 1:30\.123, Bob .* 1:30\.500 \(\+0\.377\)\./,
  )
  const address = `https://pitboard.example/og/compare.png?laps=${laps}`
  assert.equal(contentOf(body, 'og:image'), address)
  assert.equal(contentOf(body, 'robots'), 'noindex')
  const german = await get(`/compare?laps=${laps}`, 'de')
  assert.match(german.body, /<title>Ann \(Runde 2\) gegen Bob/)
})

test('compared laps have a picture of 1200 × 630 with a row for each lap', async (t) => {
  const { server, ann, bob, elsewhere } = await openDriven(t)
  const picture = async (...laps: string[]) =>
    server.app.inject({ url: `/og/compare.png?laps=${laps.join(',')}` })
  const [one, two, three] = [`${ann}.${OWN_CAR}.2`, `${bob}.${OWN_CAR}.1`, `${ann}.${OWN_CAR}.1`]
  const { statusCode, headers, rawPayload } = await picture(one, two, three)
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'])
  assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [1200, 630])
  assert.equal(headers['cache-control'], 'no-cache')
  assert.notDeepEqual((await picture(one, two)).rawPayload, rawPayload)
  const none = `${server.context.newId()}.1.1`
  for (const laps of [[one], [one, none], [one, `${elsewhere}.${OWN_CAR}.1`], [one, 'x'], []]) {
    assert.equal((await picture(...laps)).statusCode, 404, laps.join(','))
  }
  const repeated = await server.app.inject({ url: '/og/compare.png?laps=a&laps=b' })
  assert.equal(repeated.statusCode, 404)
})

test('laps of a deleted session are in no head and no picture', async (t) => {
  const { server, ann, bob, get } = await openDriven(t)
  const laps = [`${ann}.${OWN_CAR}.2`, `${bob}.${OWN_CAR}.1`].join(',')
  await deleteSession(server.context.db, bob)
  const { body } = await get(`/compare?laps=${laps}`)
  assert.match(body, /<title>Compare laps · Pitboard<\/title>/)
  assert.doesNotMatch(body, /Ann|Bob/)
  assert.equal((await get(`/og/compare.png?laps=${laps}`)).statusCode, 404)
})
