import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeDatagram } from '../decode.ts'
import { encodePacket } from '../encode.ts'
import { createSenders } from './senders.ts'

const CONSOLE = { address: '192.0.2.1', port: 20_000 }
const OTHER = { address: '192.0.2.2', port: 20_000 }

/**
 * Creates a port that receives datagrams of sessions; each answer is `uid` for a datagram, `mark uid sender`
 * for a mark.
 */
function createPort() {
  const senders = createSenders()
  return (sessionUid: bigint, sender = CONSOLE, atMs = 0): string[] => {
    const bytes = encodePacket(2025, 'motion', { sessionUid }, {})
    return senders.push(bytes, sender, atMs).map((passed) => {
      const packet = decodeDatagram(passed)
      if (packet.kind !== 'sender') return passed === bytes ? String(sessionUid) : packet.kind
      return `mark ${packet.header.sessionUid} ${packet.sender}`
    })
  }
}

const from = (port: number) => ({ ...CONSOLE, port })

describe('R30 datagrams of one port', () => {
  test('pass as they are while one game sends', () => {
    const push = createPort()
    assert.deepEqual(push(5n), ['5'])
    assert.deepEqual(push(5n), ['5'])
    assert.deepEqual(push(6n), ['6'])
  })

  test('of no session, and what is no datagram, pass from everybody', () => {
    const push = createPort()
    push(5n)
    assert.deepEqual(push(0n, OTHER), ['0'])
    const noise = new Uint8Array(3)
    const senders = createSenders()
    assert.deepEqual(senders.push(noise, CONSOLE, 0), [noise])
  })

  test('of two games say whose sessions they are, the first time', () => {
    const push = createPort()
    push(5n)
    assert.deepEqual(push(6n, OTHER), ['mark 5 0', 'mark 6 1', '6'])
    assert.deepEqual(push(6n, OTHER), ['6'])
    assert.deepEqual(push(5n), ['5'])
    assert.deepEqual(push(7n), ['mark 7 0', '7'])
    assert.deepEqual(push(8n, { ...OTHER, port: 20_001 }), ['mark 8 2', '8'], 'another port')
  })

  test('of a session that another console of its lobby sends too pass once', () => {
    const push = createPort()
    push(5n, CONSOLE, 1_000)
    assert.deepEqual(push(5n, OTHER, 1_000), [])
    assert.deepEqual(push(5n, OTHER, 3_999), [])
    assert.deepEqual(push(5n, OTHER, 4_000), ['mark 5 1', '5'], 'the first has fallen silent')
    assert.deepEqual(push(5n, CONSOLE, 4_001), [])
  })

  test('keep the session of who is heard', () => {
    const push = createPort()
    push(5n, CONSOLE, 0)
    push(5n, CONSOLE, 2_000)
    assert.deepEqual(push(5n, OTHER, 4_999), [])
    const backwards = createPort()
    backwards(5n, CONSOLE, 10_000)
    assert.deepEqual(backwards(5n, OTHER, 7_001), [])
    assert.deepEqual(backwards(5n, OTHER, 7_000).at(-1), '5', 'a clock may be set back')
  })

  test('of a game that goes on from another port are those of the same one', () => {
    const push = createPort()
    push(5n, CONSOLE, 0)
    const moved = { ...CONSOLE, port: 20_001 }
    assert.deepEqual(push(6n, moved, 3_000), ['6'])
    const beside = createPort()
    beside(5n, CONSOLE, 0)
    assert.deepEqual(beside(6n, moved, 2_999), ['mark 5 0', 'mark 6 1', '6'], 'it is not silent')
    const elsewhere = createPort()
    elsewhere(5n, CONSOLE, 0)
    assert.deepEqual(elsewhere(6n, OTHER, 9_000), ['mark 5 0', 'mark 6 1', '6'])
  })

  test('have the header of their year in a mark', () => {
    for (const format of [2022, 2026] as const) {
      const senders = createSenders()
      senders.push(encodePacket(format, 'motion', { sessionUid: 5n }, {}), CONSOLE, 0)
      const bytes = encodePacket(format, 'motion', { sessionUid: 6n, sessionTime: 8 }, {})
      const [mark] = senders.push(bytes, OTHER, 0)
      assert.ok(mark)
      const packet = decodeDatagram(mark)
      assert.ok(packet.kind === 'sender')
      assert.deepEqual(
        [packet.format, packet.header.sessionUid, packet.header.sessionTime, packet.sender],
        [format, 5n, 8, 0],
      )
    }
  })

  test('remember sixteen senders and sixty-four sessions', () => {
    const push = createPort()
    for (let port = 1; port <= 16; port++) push(BigInt(port), from(port))
    assert.deepEqual(push(100n, from(1)), ['mark 100 0', '100'])
    push(17n, from(17))
    assert.deepEqual(push(101n, from(1)), ['mark 101 17', '101'], 'the first was forgotten')
    const many = createPort()
    for (let uid = 1n; uid <= 64n; uid++) many(uid)
    assert.deepEqual(many(1n, OTHER, 1), [])
    many(65n)
    const again = many(1n, OTHER, 1)
    assert.equal(again.at(-1), '1', 'nobody holds the session any more')
  })

  test('count their senders in a byte', () => {
    const push = createPort()
    for (let port = 1; port <= 256; port++) push(BigInt(port), { ...CONSOLE, port })
    assert.deepEqual(push(257n, { ...CONSOLE, port: 257 }), ['mark 257 0', '257'])
  })
})
