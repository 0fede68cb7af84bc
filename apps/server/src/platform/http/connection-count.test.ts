import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnectionCount } from './connection-limit.ts'

test('connections of IPv6 count by network, those of this machine not at all', () => {
  const connections = createConnectionCount(2)
  connections.add('2001:db8:1:2::1')
  connections.add('2001:db8:1:2::2')
  assert.equal(connections.isFull('2001:db8:1:2::3'), true)
  assert.equal(connections.isFull('2001:db8:1:3::3'), false)
  connections.remove('2001:db8:1:2::1')
  assert.equal(connections.isFull('2001:db8:1:2::3'), false)
  for (const own of ['::1', '127.0.0.1', '::ffff:127.0.0.1']) {
    for (let n = 0; n < 3; n++) connections.add(own)
    assert.equal(connections.isFull(own), false, own)
  }
})
