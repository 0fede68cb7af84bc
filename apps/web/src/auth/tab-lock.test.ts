import assert from 'node:assert/strict'
import { test } from 'node:test'
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
    (error: unknown) => error instanceof Error && Reflect.get(error, 'isAcquireTimeout') === true,
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
