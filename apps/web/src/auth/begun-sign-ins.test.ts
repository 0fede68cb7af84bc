import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { readKept, writeKept } from '../state/browser-storage.ts'
import { openBrowserWorld } from '../testing/browser-world.ts'
import { beginSignIn, finishSignIn, SIGN_IN_PARAM } from './begun-sign-ins.ts'

const STORED = 'pitboard.signIns'
const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-03-08T20:00:00Z')

function openStorage(t: TestContext, content: string | null = null) {
  const values = new Map<string, string>(content === null ? [] : [[STORED, content]])
  const value = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, text: string) => values.set(name, text),
    removeItem: (name: string) => values.delete(name),
  }
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'))
  t.mock.timers.enable({ apis: ['Date'], now: NOW })
  return values
}

const idIn = (address: string) => new URL(address).searchParams.get(SIGN_IN_PARAM)

test('an address carries a secret of 128 bits beside its own parameters', (t) => {
  openStorage(t)
  const [one, other] = [1, 2].map(() => beginSignIn('https://a.example/login?next=%2Fx#top'))
  assert.ok(one && other)
  assert.match(one, /^https:\/\/a\.example\/login\?next=%2Fx&signIn=[0-9a-f]{32}#top$/)
  assert.notEqual(idIn(one), idIn(other))
})

test('every byte of a secret has two digits', (t) => {
  openStorage(t)
  t.mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) => bytes.fill(10))
  assert.equal(idIn(beginSignIn('https://a.example/')), '0a'.repeat(16))
})

test('a sign-in is finished once, by the browser that began it', (t) => {
  openStorage(t)
  const [one, other] = [1, 2].map(() => idIn(beginSignIn('https://a.example/')))
  assert.equal(finishSignIn('strange'), false)
  assert.equal(finishSignIn(null), false)
  assert.equal(finishSignIn(one ?? null), true)
  assert.equal(finishSignIn(one ?? null), false)
  assert.equal(finishSignIn(other ?? null), true)
})

test('a sign-in may be finished within an hour', (t) => {
  openStorage(t)
  const [one, other] = [1, 2].map(() => idIn(beginSignIn('https://a.example/')))
  t.mock.timers.setTime(NOW + HOUR_MS - 1)
  assert.equal(finishSignIn(one ?? null), true)
  t.mock.timers.setTime(NOW + HOUR_MS)
  assert.equal(finishSignIn(other ?? null), false)
})

test('a sign-in that begins later than now is not one', (t) => {
  openStorage(
    t,
    JSON.stringify([
      { id: 'a', beganMs: NOW },
      { id: 'b', beganMs: NOW + 1 },
    ]),
  )
  assert.equal(finishSignIn('b'), false)
  assert.equal(finishSignIn('a'), true)
})

test('the last ten are remembered', (t) => {
  openStorage(t)
  const ids = Array.from({ length: 11 }, () => idIn(beginSignIn('https://a.example/')))
  assert.equal(finishSignIn(ids[0] ?? null), false)
  assert.equal(finishSignIn(ids[1] ?? null), true)
  assert.equal(finishSignIn(ids[10] ?? null), true)
})

for (const content of [
  'not JSON',
  'null',
  '{}',
  '[null]',
  '["a"]',
  '[{}]',
  '[{"id":"a"}]',
  '[{"beganMs":1}]',
  `[{"id":5,"beganMs":${NOW}}]`,
  `[{"id":"a","beganMs":"${NOW}"}]`,
]) {
  test(`a storage with ${content} holds no sign-in, and takes one`, (t) => {
    openStorage(t, content)
    assert.equal(finishSignIn('a'), false)
    assert.equal(finishSignIn(null), false)
    assert.equal(finishSignIn(idIn(beginSignIn('https://a.example/'))), true)
  })
}

const withDrafts = (drafts: string) => `{"id":"b","beganMs":${NOW},"drafts":${drafts}}`

for (const damaged of ['"a"', 'null', '5', '{}', '{"id":"b"}', withDrafts('null')]) {
  test(`beside ${damaged} in the storage a sign-in that began is found`, (t) => {
    openStorage(t, `[${damaged},{"id":"a","beganMs":${NOW}}]`)
    assert.equal(finishSignIn('a'), true)
  })
}

for (const drafts of ['null', '5', '"text"', '{"report":5}', '{"report":"text","title":null}']) {
  test(`a sign-in with ${drafts} as its drafts is none`, (t) => {
    openStorage(t, `[${withDrafts(drafts)}]`)
    assert.equal(finishSignIn('b'), false)
  })
}

test('what is damaged in the storage is dropped when a sign-in begins', (t) => {
  const damaged = [{ id: 5, beganMs: NOW }, { beganMs: NOW }, { id: 'a', beganMs: NOW - HOUR_MS }]
  const values = openStorage(t, JSON.stringify(damaged))
  const id = idIn(beginSignIn('https://a.example/'))
  assert.deepEqual(JSON.parse(values.get(STORED) ?? ''), [{ id, beganMs: NOW }])
})

test('what a visitor has typed is there in the tab that their mail opens', async (t) => {
  const { sessionStorage } = await openBrowserWorld(t)
  writeKept(null, 'report', 'Turn 1')
  writeKept('mia', 'report', 'of a user')
  const id = idIn(beginSignIn('https://a.example/'))
  // Another tab has a storage of its own.
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith('pitboard.')) sessionStorage.removeItem(name)
  }
  assert.equal(finishSignIn(id), true)
  assert.equal(readKept(null, 'report'), 'Turn 1')
  assert.equal(readKept('mia', 'report'), null)
})
