import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserWorld } from '../testing/browser-world.ts'
import { isRecovering, setRecovery } from './recovery.ts'
import {
  hasCodeVerifier,
  removeStoredSession,
  STORAGE_KEY,
  storedUserId,
} from './stored-session.ts'

const STORED: readonly (readonly [stored: string | null, userId: string | null])[] = [
  ['{"user":{"id":"mia"}}', 'mia'],
  [null, null],
  ['', null],
  ['null', null],
  ['{', null],
  ['[]', null],
  ['1', null],
  ['"user"', null],
  ['{"user":null}', null],
  ['{"user":"mia"}', null],
  ['{"user":{}}', null],
  ['{"user":{"id":null}}', null],
  ['{"user":{"id":7}}', null],
]

test('the user of a stored session is known, and nobody of a damaged one', async (t) => {
  const { localStorage } = await openBrowserWorld(t)
  for (const [stored, userId] of STORED) {
    if (stored === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, stored)
    assert.equal(storedUserId(), userId, String(stored))
  }
})

test('a session that an earlier release has stored is found', async (t) => {
  const { localStorage } = await openBrowserWorld(t)
  localStorage.setItem('pitboard.auth', '{"user":{"id":"mia"}}')
  assert.equal(storedUserId(), 'mia')
})

test('a sign-in by code was begun here where its verifier is stored', async (t) => {
  const { localStorage } = await openBrowserWorld(t)
  assert.equal(hasCodeVerifier(), false)
  localStorage.setItem(`${STORAGE_KEY}-code-verifier`, '')
  assert.equal(hasCodeVerifier(), true)
})

test('a removed session is gone, and nothing else', async (t) => {
  const { localStorage } = await openBrowserWorld(t)
  localStorage.setItem(STORAGE_KEY, '{"user":{"id":"mia"}}')
  localStorage.setItem('pitboard.other', 'here')
  removeStoredSession()
  assert.equal(storedUserId(), null)
  assert.equal(localStorage.getItem('pitboard.other'), 'here')
})

test('a browser that refuses storage has nobody signed in, and nothing fails', async (t) => {
  const { localStorage } = await openBrowserWorld(t)
  localStorage.isRefused = true
  assert.equal(storedUserId(), null)
  assert.equal(hasCodeVerifier(), false)
  removeStoredSession()
})

test('the user who came by the link of a reset may choose a password, in this tab, until it ends', async (t) => {
  const { sessionStorage } = await openBrowserWorld(t)
  assert.equal(isRecovering('mia'), false)
  setRecovery('mia')
  assert.equal(isRecovering('mia'), true)
  assert.equal(isRecovering('noa'), false)
  assert.equal(sessionStorage.getItem('pitboard.recovery'), 'mia')
  setRecovery(null)
  assert.equal(isRecovering('mia'), false)
  assert.equal(sessionStorage.getItem('pitboard.recovery'), null)
})

for (const fault of ['isRefused', 'isFull'] as const) {
  test(`with a storage that ${fault} the reset lasts as long as the page`, async (t) => {
    const { sessionStorage } = await openBrowserWorld(t)
    sessionStorage[fault] = true
    setRecovery('mia')
    assert.equal(isRecovering('mia'), true)
    assert.equal(isRecovering('noa'), false)
    setRecovery(null)
    assert.equal(isRecovering('mia'), false)
  })
}
