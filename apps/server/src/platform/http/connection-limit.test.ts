import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { CONNECTIONS_PER_ADDRESS_MAX, limitConnections } from './connection-limit.ts'

function connected(trustProxy: number, from: string): Socket[] {
  const server = createServer()
  limitConnections({ server }, { trustProxy })
  return Array.from({ length: CONNECTIONS_PER_ADDRESS_MAX + 1 }, () => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from })
    server.emit('connection', socket)
    return socket
  })
}

test('an address has so many connections and no more', () => {
  const cut = connected(0, '192.0.2.1').filter(({ destroyed }) => destroyed)
  assert.equal(cut.length, 1)
})

test('a proxy has as many as it needs: it speaks for everyone', () => {
  assert.ok(connected(1, '192.0.2.1').every(({ destroyed }) => !destroyed))
})
