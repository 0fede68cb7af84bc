import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { tabLock } from './tab-lock.ts'

// Node has the same locks as a browser.

test('what takes the lock runs one after the other', async () => {
  const seen: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = tabLock('one', -1, async () => {
    seen.push('first begins')
    await promise
    seen.push('first ends')
  })
  const second = tabLock('one', -1, async () => void seen.push('second'))
  resolve()
  await Promise.all([first, second])
  assert.deepEqual(seen, ['first begins', 'first ends', 'second'])
})

test('whoever does not wait is told that the lock is taken', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = tabLock('two', -1, () => promise)
  await assert.rejects(
    tabLock('two', 0, async () => {}),
    { isAcquireTimeout: true, message: 'two is taken' },
  )
  resolve()
  await first
})

test('a tab that never lets go stops the others for eight seconds at most', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const orphan = Promise.withResolvers<void>()
  const held = tabLock('three', -1, () => orphan.promise)
  const waiting = tabLock('three', -1, async () => 'went on')
  t.mock.timers.tick(8000)
  assert.equal(await waiting, 'went on')
  orphan.resolve()
  await held
})

test('what fails inside fails outside, and runs once', async () => {
  let runs = 0
  const failing = tabLock('four', -1, async () => {
    runs++
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(runs, 1)
})

function replaceLocks(t: TestContext, locks: unknown) {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  t.after(() => Reflect.deleteProperty(navigator, 'locks'))
}

for (const patienceMs of [0, -1]) {
  test(`a page without locks works without one, with a patience of ${patienceMs} ms`, async (t) => {
    replaceLocks(t, undefined)
    assert.equal(await tabLock('five', patienceMs, async () => 'done'), 'done')
  })
}

test('a browser that refuses locks is not one whose lock is taken', async (t) => {
  replaceLocks(t, { request: () => Promise.reject(new DOMException('no', 'SecurityError')) })
  let runs = 0
  const refused = tabLock('six', -1, async () => void runs++)
  await assert.rejects(refused, { name: 'SecurityError' })
  assert.equal(runs, 0)
})
