import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { PushDevice } from '@pitboard/contract/notifications/notifications'
import { answerCalls } from '../../testing/answered-calls.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import { changeFollow } from './notification-queries.ts'
import {
  canSubscribe,
  endSubscription,
  findOwnDevice,
  subscribeBrowser,
} from './push-subscription.ts'

const KEYS = { p256dh: 'P', auth: 'A' }

interface Browser {
  readonly permission?: string
  readonly subscription?: object
  /** This browser was subscribed as this device. */
  readonly stored?: string
  readonly hasWorker?: boolean
}

function openBrowser(t: TestContext, known: Browser = {}) {
  const { permission = 'granted', stored, hasWorker = true } = known
  const values = new Map(stored === undefined ? [] : [['pitboard.pushDevice', stored]])
  const done: unknown[] = []
  const subscription = {
    unsubscribe: async () => done.push('unsubscribe'),
    toJSON: () => known.subscription ?? { endpoint: 'E', keys: KEYS },
  }
  const pushManager = {
    getSubscription: async () => (stored === undefined ? null : subscription),
    subscribe: async (options: unknown) => {
      done.push(options)
      return subscription
    },
  }
  const serviceWorker = {
    register: async (path: string) => done.push(path),
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => (hasWorker ? { pushManager } : undefined),
  }
  const globals = {
    navigator: { serviceWorker },
    Notification: { requestPermission: async () => permission },
    PushManager: Object,
    localStorage: {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, text: string) => values.set(name, text),
      removeItem: (name: string) => values.delete(name),
    },
  }
  setGlobals(t, globals)
  return { done, stored: () => values.get('pitboard.pushDevice') ?? null }
}

test('a browser that allows it is subscribed, and remembers its device', async (t) => {
  const { done, stored } = openBrowser(t)
  const sent = answerCalls(t, () => ({ id: 'D' }))
  assert.equal(await subscribeBrowser('key'), true)
  assert.deepEqual(done, [
    '/push-worker.js',
    { userVisibleOnly: true, applicationServerKey: 'key' },
  ])
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ endpoint: 'E', ...KEYS }],
  )
  assert.equal(stored(), 'D')
})

test('an earlier subscription ends first', async (t) => {
  const { done } = openBrowser(t, { stored: 'old' })
  answerCalls(t, () => ({ id: 'D' }))
  await subscribeBrowser('key')
  assert.deepEqual(done[1], 'unsubscribe')
})

for (const [rule, known] of [
  ['without the permission', { permission: 'denied' }],
  ['without an endpoint', { subscription: { keys: KEYS } }],
  ['without keys', { subscription: { endpoint: 'E' } }],
  ['without a public key', { subscription: { endpoint: 'E', keys: { auth: 'A' } } }],
  ['without a secret', { subscription: { endpoint: 'E', keys: { p256dh: 'P' } } }],
] as const) {
  test(`a browser ${rule} is not subscribed`, async (t) => {
    const { stored } = openBrowser(t, known)
    const sent = answerCalls(t)
    assert.equal(await subscribeBrowser('key'), false)
    assert.deepEqual([sent, stored()], [[], null])
  })
}

test('only a browser with workers, push and notifications can be subscribed', (t) => {
  openBrowser(t)
  assert.equal(canSubscribe(), true)
  for (const name of ['PushManager', 'Notification']) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Reflect.deleteProperty(globalThis, name)
    assert.equal(canSubscribe(), false, name)
    if (before) Object.defineProperty(globalThis, name, before)
  }
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
  assert.equal(canSubscribe(), false)
})

const aDevice = (id: string): PushDevice => ({
  id,
  userAgent: null,
  createdAt: '2026-01-01T00:00:00Z',
})

test('the device of this browser is found by what it remembers', (t) => {
  openBrowser(t, { stored: 'D' })
  assert.equal(findOwnDevice([aDevice('x'), aDevice('D')])?.id, 'D')
  assert.equal(findOwnDevice([aDevice('x')]), undefined)
})

test('the subscription of this browser ends with its device', async (t) => {
  const { done, stored } = openBrowser(t, { stored: 'D' })
  const sent = answerCalls(t)
  await endSubscription('D')
  assert.equal(sent.length, 1)
  assert.match(sent[0]?.name ?? '', /^DELETE .*\/D$/)
  assert.deepEqual([done, stored()], [['unsubscribe'], null])
})

test('another device ends without this browser', async (t) => {
  const { done, stored } = openBrowser(t, { stored: 'D' })
  answerCalls(t)
  await endSubscription('other')
  assert.deepEqual([done, stored()], [[], 'D'])
})

test('a browser whose worker is gone forgets its device', async (t) => {
  const { done, stored } = openBrowser(t, { stored: 'D', hasWorker: false })
  answerCalls(t)
  await endSubscription('D')
  assert.deepEqual([done, stored()], [[], null])
})

for (const [kind, path] of [
  ['league', '/api/League/X/follow'],
  ['season', '/api/Seasons/X/follow'],
] as const) {
  test(`a ${kind} is followed, or not any more`, async (t) => {
    const sent = answerCalls(t)
    await changeFollow({ kind, id: 'X' }, true)
    await changeFollow({ kind, id: 'X' }, false)
    assert.deepEqual(
      sent.map(({ name, body }) => [name.split(' ')[1], body]),
      [
        [path, { isFollowing: true }],
        [path, { isFollowing: false }],
      ],
    )
  })
}
