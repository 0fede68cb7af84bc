import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  bucketsOfNetworks,
  createNetworkCount,
  createNetworkThroughput,
  isSameNetwork,
  networkOf,
  networksOf,
} from './networks.ts'

const LIMIT = { name: 'calls', calls: 10, seconds: 60, burst: 5 }

suite('networks of an address', () => {
  const cases: readonly (readonly [ip: string, keys: readonly string[]])[] = [
    ['192.0.2.1', ['192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['::FFFF:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:abcd:3:4:5:6', ['2001:db8:1:abcd/64', '2001:db8:1:ab00/56', '2001:db8:1/48']],
    ['2001:db8:1:abcd::9', ['2001:db8:1:abcd/64', '2001:db8:1:ab00/56', '2001:db8:1/48']],
    ['2001:0DB8:0001::9', ['2001:db8:1:0/64', '2001:db8:1:0/56', '2001:db8:1/48']],
    ['2001:db8::', ['2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0/48']],
    ['::1', ['0:0:0:0/64', '0:0:0:0/56', '0:0:0/48']],
    ['fe80::1%eth0', ['fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0/48']],
  ]
  for (const [ip, keys] of cases) {
    test(ip, () => {
      assert.deepEqual(
        networksOf(ip).map(({ key }) => key),
        keys,
      )
      assert.equal(networkOf(ip), keys.at(-1))
    })
  }

  test('two addresses are of one customer in a /64, and no wider', () => {
    assert.equal(isSameNetwork('2001:db8:1:2::1', '2001:db8:1:2:ffff::9'), true)
    assert.equal(isSameNetwork('2001:db8:1:2::1', '2001:db8:1:3::1'), false)
    assert.equal(isSameNetwork('::ffff:192.0.2.1', '192.0.2.1'), true)
    assert.equal(isSameNetwork('192.0.2.2', '192.0.2.1'), false)
  })

  test('a rate limit grows with the network, and counts in each', () => {
    assert.deepEqual(
      bucketsOfNetworks(LIMIT, '2001:db8:1:2::1').map(({ key, limit }) => [
        key,
        limit.calls,
        limit.burst,
        limit.seconds,
      ]),
      [
        ['2001:db8:1:2/64', 10, 5, 60],
        ['2001:db8:1:0/56', 40, 20, 60],
        ['2001:db8:1/48', 160, 80, 60],
      ],
    )
    assert.deepEqual(bucketsOfNetworks(LIMIT, '192.0.2.1'), [{ limit: LIMIT, key: '192.0.2.1' }])
  })
})

suite('what networks hold', () => {
  test('an address of IPv4 has its own share', () => {
    assert.equal(
      full(5, () => '192.0.2.1'),
      2,
    )
    assert.equal(
      full(5, (n) => `192.0.2.${n}`),
      5,
    )
  })

  test('whoever has a /64, a /56 or a /48 has one, four or sixteen shares', () => {
    assert.equal(
      full(100, (n) => `2001:db8:1:2::${n}`),
      2,
    )
    assert.equal(
      full(100, (n) => `2001:db8:1:${n.toString(16)}::1`),
      8,
    )
    assert.equal(
      full(100, (n) => `2001:db8:1:${n.toString(16)}00::1`),
      32,
    )
    assert.equal(
      full(100, (n) => `2001:db8:${n.toString(16)}::1`),
      100,
    )
  })

  test('what is given back is free again', () => {
    const held = createNetworkCount(2)
    held.add('2001:db8:1:2::1', 2)
    assert.equal(held.isFull('2001:db8:1:2::3'), true)
    assert.equal(held.isFull('2001:db8:1:3::3'), false)
    held.remove('2001:db8:1:2::2')
    assert.equal(held.isFull('2001:db8:1:2::3'), false)
  })

  test('this machine is not counted', () => {
    for (const own of ['::1', '127.0.0.1', '::ffff:127.0.0.1']) {
      const held = createNetworkCount(1)
      held.add(own, 3)
      assert.equal(held.isFull(own), false, own)
    }
  })
})

test('what networks send in a second has a limit that grows with the network', () => {
  assert.equal(
    taken(() => '192.0.2.1'),
    10,
  )
  assert.equal(
    taken((n) => `2001:db8:1:2::${n.toString(16)}`),
    10,
  )
  assert.equal(
    taken((n) => `2001:db8:1:${(n % 250).toString(16)}::1`),
    40,
  )
  assert.equal(
    taken((n) => `2001:db8:1:${(n % 250).toString(16)}00::1`),
    160,
  )
})

/** Returns how many of the given things the addresses may hold at once, two each. */
function full(count: number, addressOf: (n: number) => string): number {
  const held = createNetworkCount(2)
  let taken = 0
  for (let n = 0; n < count; n++) {
    if (held.isFull(addressOf(n))) continue
    held.add(addressOf(n))
    taken++
  }
  return taken
}

/** Returns how many of 500 messages at one moment are within the limit of ten a second. */
function taken(addressOf: (n: number) => string): number {
  const sent = createNetworkThroughput(10)
  return Array.from({ length: 500 }, (_, n) => sent.take(addressOf(n), 1, 0)).filter(
    (waitMs) => waitMs === 0,
  ).length
}
