import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setAccessToken } from '../auth/access-token.ts'
import { answerCalls } from '../testing/answered-calls.ts'
import { fetchFile, saveFile } from './file.ts'
import { keepNewest } from './newest-version.ts'
import { fetchPicture } from './use-picture.ts'

test('a file is fetched with the token of the account, or with an empty one', async (t) => {
  const sent = answerCalls(t)
  await fetchFile('/api/x')
  setAccessToken({ value: 'token', expiresAtMs: Infinity })
  t.after(() => setAccessToken(null))
  await fetchFile('/api/x')
  assert.deepEqual(
    sent.map(({ name, headers }) => [name, headers.get('authorization')]),
    [
      ['GET /api/x', 'Bearer'],
      ['GET /api/x', 'Bearer token'],
    ],
  )
})

test('a file is offered by a link, whose address is released in the next task', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const made: string[] = []
  const done: string[] = []
  const link = { href: '', download: '', click: () => void done.push('click') }
  const createElement = (name: string) => {
    made.push(name)
    return link
  }
  Object.defineProperty(globalThis, 'document', { value: { createElement }, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'document'))
  t.mock.method(URL, 'createObjectURL', () => 'blob:1')
  t.mock.method(URL, 'revokeObjectURL', (href: string) => void done.push(href))
  saveFile('race.zst', new Blob(['x']))
  assert.deepEqual([made, link.href, link.download, done], [['a'], 'blob:1', 'race.zst', ['click']])
  t.mock.timers.tick(1)
  assert.deepEqual(done, ['click', 'blob:1'])
})

for (const [rule, before, answered, isNew] of [
  ['a newer version', { version: 1 }, { version: 2 }, true],
  ['the same version', { version: 1, a: 1 }, { version: 1, a: 2 }, true],
  ['an older version', { version: 2 }, { version: 1 }, false],
  ['the first answer', undefined, { version: 1 }, true],
  ['an answer without a version', { version: 1 }, { a: 1 }, false],
  ['an answer whose version is a text', { version: 1 }, { version: '2' }, false],
  ['an empty answer', { version: 1 }, null, false],
  ['an answer after one without a version', { a: 1 }, { a: 2 }, true],
  ['a text after a text', 'a', 'b', true],
] as const) {
  test(`${rule} ${isNew ? 'is shown' : 'does not bring the old one back'}`, () => {
    assert.deepEqual(keepNewest(before, answered), isNew ? answered : before)
  })
}

test('what an answer leaves alone stays the same object', () => {
  const before = { version: 1, events: [{ id: 'a' }] }
  const after = keepNewest(before, { version: 2, events: [{ id: 'a' }] })
  assert.ok(typeof after === 'object' && after !== null)
  assert.equal(Reflect.get(after, 'events'), before.events)
})

/** Opens a browser that reads every picture as this result. */
function openReader(t: TestContext, result: unknown) {
  class Reader extends EventTarget {
    result = result
    readAsDataURL() {
      queueMicrotask(() => this.dispatchEvent(new Event(result === undefined ? 'error' : 'load')))
    }
  }
  Object.defineProperty(globalThis, 'FileReader', { value: Reader, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'FileReader'))
}

test('a private picture is read as a data URL', async (t) => {
  const sent = answerCalls(t, () => new Response('x'))
  openReader(t, 'data:image/webp;base64,eA==')
  assert.equal(await fetchPicture('/api/picture'), 'data:image/webp;base64,eA==')
  assert.equal(sent[0]?.name, 'GET /api/picture')
})

test('a picture that is not text is empty; one that is refused or unreadable is an error', async (t) => {
  openReader(t, new ArrayBuffer(1))
  answerCalls(t, () => new Response('x'))
  assert.equal(await fetchPicture('/api/picture'), '')
  openReader(t, undefined)
  await assert.rejects(fetchPicture('/api/picture'), /could not be read/)
  t.mock.reset()
  answerCalls(t, () => new Response('', { status: 404 }))
  await assert.rejects(fetchPicture('/api/picture'), /answered with 404/)
})
