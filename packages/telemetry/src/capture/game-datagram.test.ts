import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeEvent, encodePacket } from '../encode.ts'
import {
  foreignFormatOf,
  formatOf,
  knownFormats,
  looksLikeGame,
  sessionTimeOf,
  sessionUidOf,
  withoutPadding,
} from './game-datagram.ts'

const HEADER = { sessionUid: 0x0102_0304_0506_0708n, sessionTime: 12.5, frameIdentifier: 7 }

function ofYear(year: number, length = 24): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes[0] = year & 0xff
  bytes[1] = year >> 8
  return bytes
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length).fill(9)
  whole.set(bytes)
  return whole
}

test('a datagram of the game begins with a year from 2018 to 2039 and has 24 to 2,048 bytes', () => {
  const years = [2017, 2018, 2025, 2039, 2040, 0]
  assert.deepEqual(
    years.map((year) => looksLikeGame(ofYear(year))),
    [false, true, true, true, false, false],
  )
  const lengths = [23, 24, 2_048, 2_049]
  assert.deepEqual(
    lengths.map((length) => looksLikeGame(ofYear(2025, length))),
    [false, true, true, false],
  )
  assert.deepEqual(
    lengths.map((length) => looksLikeGame(ofYear(2025, 2), length)),
    [false, true, true, false],
    'the length may be that of a datagram whose beginning is known',
  )
  assert.equal(formatOf(new Uint8Array([0xe9])), 0xe9)
  assert.equal(formatOf(new Uint8Array()), 0)
})

test('a year is foreign if the decoder does not support it', () => {
  assert.deepEqual(knownFormats(), [2022, 2023, 2024, 2025, 2026])
  assert.equal(foreignFormatOf(ofYear(2021)), 2021)
  assert.equal(foreignFormatOf(ofYear(2025)), null)
  assert.equal(foreignFormatOf(ofYear(1999)), null)
  assert.equal(foreignFormatOf(ofYear(2021, 23)), null)
})

for (const format of [2022, 2023, 2024, 2025, 2026] as const) {
  test(`UID and session time of ${format} are read at their places`, () => {
    const bytes = encodePacket(format, 'lapData', HEADER, {})
    assert.equal(sessionUidOf(bytes), HEADER.sessionUid)
    assert.equal(sessionTimeOf(bytes), 12.5)
  })

  test(`what a tool writes behind a packet or an event of ${format} is cut off`, () => {
    const packet = encodePacket(format, 'carDamage', HEADER, {})
    const event = encodeEvent(format, 'SEND', HEADER, {})
    for (const bytes of [packet, event]) {
      assert.deepEqual([...withoutPadding(bytes)], [...bytes])
      assert.deepEqual([...withoutPadding(padded(bytes, 2_048))], [...bytes])
      assert.deepEqual([...withoutPadding(padded(bytes, bytes.length + 1))], [...bytes])
    }
    const cut = event.subarray(0, -1)
    assert.deepEqual([...withoutPadding(cut)], [...cut])
    const unknown = padded(packet, 2_048)
    unknown[format === 2022 ? 5 : 6] = 99
    assert.equal(withoutPadding(unknown).length, 2_048)
  })
}
