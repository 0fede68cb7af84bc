import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PacketKind } from '../../formats/model.ts'
import { createEarlyDatagrams } from './order.ts'

/** Returns the numbers of the datagrams that are released again, out of this many of a kind. */
function heldOf(kind: PacketKind, count: number): number[] {
  const early = createEarlyDatagrams()
  for (let number = 0; number < count; number++) {
    early.hold(5n, kind, Uint8Array.from([number]), number)
  }
  return early.take(5n).map(({ atMs }) => atMs)
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

describe('R1 datagrams before the Session packet', () => {
  test('are held back in order: events and lists the first 64, timing the last 32', () => {
    for (const kind of ['event', 'participants'] as const) {
      assert.deepEqual(heldOf(kind, 64), numbers(0, 64))
      assert.deepEqual(heldOf(kind, 65), numbers(0, 64))
    }
    assert.deepEqual(heldOf('lapData', 32), numbers(0, 32))
    assert.deepEqual(heldOf('lapData', 40), numbers(8, 40))
    assert.deepEqual(heldOf('motion', 3), [])
    assert.deepEqual(heldOf('finalClassification', 1), [])
  })

  test('count by kind', () => {
    const early = createEarlyDatagrams()
    early.hold(5n, 'event', new Uint8Array(), -1)
    for (let atMs = 0; atMs < 33; atMs++) early.hold(5n, 'lapData', new Uint8Array(), atMs)
    early.hold(5n, 'event', new Uint8Array(), 99)
    const held = early.take(5n).map(({ atMs }) => atMs)
    assert.deepEqual([held[0], held[1], held.at(-1), held.length], [-1, 1, 99, 34])
  })

  test('are those of one UID, given back once, with the bytes that they had', () => {
    const early = createEarlyDatagrams()
    const bytes = Uint8Array.from([1, 2])
    early.hold(5n, 'event', bytes, 1)
    bytes[0] = 9
    assert.deepEqual([...(early.take(5n)[0]?.bytes ?? [])], [1, 2])
    assert.deepEqual(early.take(5n), [])
    early.hold(5n, 'event', bytes, 2)
    early.hold(6n, 'event', bytes, 3)
    assert.deepEqual(early.take(5n), [])
    early.hold(6n, 'event', bytes, 4)
    assert.deepEqual(
      early.take(6n).map(({ atMs }) => atMs),
      [4],
      'whoever takes those of another UID clears them',
    )
  })
})
