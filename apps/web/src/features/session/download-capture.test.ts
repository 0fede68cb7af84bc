import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setAccessToken } from '../../auth/access-token.ts'
import { answerCalls } from '../../testing/answered-calls.ts'
import { en } from '../../testing/text.ts'
import { downloadCapture } from './download-capture.ts'

const SESSION = {
  id: 'S',
  trackName: 'Spa',
  sessionStartTime: '2026-05-03T13:00:00.000Z',
}

/** Records links that were clicked, with what they offer. */
function recordLinks(t: TestContext) {
  const clicked: { href: string; download: string }[] = []
  const released: string[] = []
  const createElement = () => {
    const link = { href: '', download: '', click: () => void clicked.push(link) }
    return link
  }
  Object.defineProperty(globalThis, 'document', { value: { createElement }, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'document'))
  t.mock.method(URL, 'createObjectURL', (content: Blob) => `blob:${content.size}`)
  t.mock.method(URL, 'revokeObjectURL', (href: string) => void released.push(href))
  return { clicked, released }
}

test('what was recorded is saved under its track and day, with the token of the account', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { clicked, released } = recordLinks(t)
  setAccessToken({ value: 'token', expiresAtMs: Infinity })
  t.after(() => setAccessToken(null))
  const sent = answerCalls(t, () => new Response('12345', { headers: { 'content-length': '5' } }))
  await downloadCapture(SESSION, en)
  assert.deepEqual(
    sent.map(({ name, headers }) => [name, headers.get('authorization')]),
    [['GET /api/Sessions/S/capture', 'Bearer token']],
  )
  assert.deepEqual(
    clicked.map(({ href, download }) => [href, download]),
    [['blob:5', 'Spa 2026-05-03.pcap.zst']],
  )
  assert.deepEqual(released, [])
  t.mock.timers.tick(1)
  assert.deepEqual(released, ['blob:5'])
})

for (const [status, length] of [
  [401, 0],
  [403, 0],
  [404, 0],
  [500, 0],
  [200, 1024 ** 3 + 1],
] as const) {
  test(`an answer ${status} of ${length} bytes saves nothing`, async (t) => {
    const { clicked } = recordLinks(t)
    const headers = { 'content-length': String(length) }
    answerCalls(t, () => new Response('x', { status, headers }))
    // The words of the toast are those of the page.
    await downloadCapture(SESSION, en).catch(() => undefined)
    assert.deepEqual(clicked, [])
  })
}

test('a gigabyte is saved', async (t) => {
  const { clicked } = recordLinks(t)
  answerCalls(t, () => new Response('x', { headers: { 'content-length': String(1024 ** 3) } }))
  await downloadCapture(SESSION, en)
  assert.equal(clicked.length, 1)
})
