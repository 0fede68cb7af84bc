import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { createDiskAttempts, DISK_RETRY_MS, DiskFull, ignoreErrors } from './disk-attempts.ts'

function failWith(code: string): never {
  throw Object.assign(new Error(`${code}: failed`), { code })
}

/** Makes the clock stand still until it is set. */
function holdClock(t: TestContext) {
  const clock = { now: 1_000 }
  t.mock.method(performance, 'now', () => clock.now)
  return clock
}

suite('a disk', () => {
  test('that takes everything has no fault', () => {
    let writes = 0
    const disk = createDiskAttempts(() => assert.fail('nothing is removed'))
    assert.equal(disk.fault, null)
    assert.equal(
      disk.attempt(() => writes++),
      true,
    )
    assert.deepEqual([writes, disk.fault], [1, null])
  })

  for (const code of ['ENOSPC', 'EDQUOT']) {
    test(`that is full (${code}) makes room until the write fits`, () => {
      let free = 0
      let writes = 0
      const disk = createDiskAttempts(() => ++free > 0)
      const write = () => {
        writes++
        if (free < 3) failWith(code)
      }
      assert.equal(disk.attempt(write), true)
      assert.deepEqual([free, writes, disk.fault], [3, 4, null])
    })

    test(`that is full (${code}) with nothing to remove says so`, () => {
      let writes = 0
      const disk = createDiskAttempts(() => false)
      const write = () => {
        writes++
        failWith(code)
      }
      assert.equal(disk.attempt(write), false)
      assert.deepEqual([writes, disk.fault], [1, `${code}: failed`])
    })
  }

  for (const code of ['EROFS', 'EACCES', 'EIO']) {
    test(`that fails with ${code} removes nothing: room would not help`, () => {
      const disk = createDiskAttempts(() => assert.fail('nothing is removed'))
      assert.equal(
        disk.attempt(() => failWith(code)),
        false,
      )
      assert.equal(disk.fault, `${code}: failed`)
    })
  }

  test('that fails without a code removes nothing', () => {
    const disk = createDiskAttempts(() => assert.fail('nothing is removed'))
    assert.equal(
      disk.attempt(() => assert.fail('broken')),
      false,
    )
    assert.equal(disk.fault, 'broken')
  })

  for (const [retryMs, waitMs] of [
    [undefined, DISK_RETRY_MS],
    [50, 50],
  ] as const) {
    test(`that has failed is tried again after ${waitMs} ms, and has no fault once it takes a write`, (t) => {
      const clock = holdClock(t)
      const disk = createDiskAttempts(() => false, retryMs)
      let writes = 0
      const count = () => void writes++
      assert.equal(
        disk.attempt(() => failWith('EIO')),
        false,
      )
      clock.now += waitMs - 1
      assert.equal(disk.attempt(count), false)
      assert.deepEqual([writes, disk.fault], [0, 'EIO: failed'])
      clock.now += 1
      assert.equal(disk.attempt(count), true)
      assert.deepEqual([writes, disk.fault], [1, null])
      // Writes that follow a success do not wait.
      assert.equal(disk.attempt(count), true)
      assert.equal(writes, 2)
    })
  }

  test('that fails again waits again', (t) => {
    const clock = holdClock(t)
    const disk = createDiskAttempts(() => false, 50)
    assert.equal(
      disk.attempt(() => failWith('EIO')),
      false,
    )
    clock.now += 50
    assert.equal(
      disk.attempt(() => failWith('EROFS')),
      false,
    )
    assert.equal(disk.fault, 'EROFS: failed')
    clock.now += 49
    assert.equal(
      disk.attempt(() => assert.fail('not tried')),
      false,
    )
    clock.now += 1
    assert.equal(
      disk.attempt(() => undefined),
      true,
    )
  })

  test('that takes a part of a write is full', () => {
    let room = 1
    const disk = createDiskAttempts(() => room-- > 0)
    assert.equal(
      disk.attempt(() => {
        throw new DiskFull()
      }),
      false,
    )
    assert.equal(room, -1)
    assert.equal(disk.fault, 'ENOSPC: no space left on device, write')
  })
})

test('what cleans up after a failure may fail', () => {
  let runs = 0
  ignoreErrors(() => {
    runs++
    failWith('EIO')
  })
  assert.equal(runs, 1)
})
