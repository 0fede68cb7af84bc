import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play } from '../../../testing/play.ts'
import { createGame } from '../../../testing/scripted-game.ts'
import type { Header } from '../../formats/model.ts'
import type { Format } from '../../formats/registry.ts'
import type { TrackedSession } from '../state/state.ts'
import { acceptPacket, applyFlashback, frameIn, isOld, isVoided, timeIn } from './order.ts'

const FRAME_MS = 1_000 / 60

/** Opens a session at frame 1000, which is 16 667 ms. */
function openAt1000(format: Format = 2025): TrackedSession {
  const game = createGame({ format })
  game.session()
  const [session] = play(game.sent).opened
  assert.ok(session)
  accept(session, 1_000)
  return session
}

function at({ info }: TrackedSession, frame: number, timeMs = frame * FRAME_MS): Header {
  const overall = info.header.overallFrameIdentifier === null ? null : frame
  const frames = { frameIdentifier: frame, overallFrameIdentifier: overall }
  return { ...info.header, ...frames, sessionTime: timeMs / 1_000 }
}

let sent = 0

/** Sends timing, which never has the same bytes again. */
function accept(session: TrackedSession, frame: number, timeMs?: number): boolean {
  const bytes = Uint8Array.from([++sent, sent >> 8])
  return acceptPacket(session, 'lapData', at(session, frame, timeMs), bytes)
}

function flashbacksOf({ events }: TrackedSession): number[] {
  return events.filter(({ kind }) => kind === 'flashback').map(({ timeMs }) => timeMs)
}

const bytesAt = (frame: number) => Uint8Array.from([frame >> 8, frame, 7])

const rising = (count: number) => Array.from({ length: count }, (_, index) => 1 + index * 2)

describe('R4 a packet', () => {
  test('counts unless a newer one of its stream has come', () => {
    const session = openAt1000()
    assert.equal(accept(session, 999), false)
    assert.equal(accept(session, 1_000), true)
    assert.equal(accept(session, 1_002), true)
    assert.equal(accept(session, 1_001), false)
    assert.equal(acceptPacket(session, 'participants', at(session, 1_001)), true)
    assert.equal(session.order.frame, 1_002, 'one of another stream does not take it back')
  })

  test('always counts after the end, where it has no frame and may have no time', () => {
    const session = openAt1000()
    assert.equal(accept(session, 0, 0), true)
    assert.equal(session.order.frame, 1_000)
    assert.equal(frameIn(session, at(session, 0)), 0)
    assert.equal(timeIn(session, at(session, 0, 0)), 16_667)
    assert.equal(timeIn(session, at(session, 0, 20_000)), 20_000)
    assert.equal(timeIn(session, at(session, 5, 0)), 0)
    assert.equal(isOld(session, at(session, 0)), false)
    assert.equal(isVoided(session, at(session, 0)), false)
  })

  test('is old if it is more than twenty frames late', () => {
    const session = openAt1000()
    assert.equal(isOld(session, at(session, 980)), false)
    assert.equal(isOld(session, at(session, 979)), true)
    session.order.behind = 1
    assert.equal(isOld(session, at(session, 979)), false, 'it may be of a new epoch')
  })
})

describe('R5 a later frame with an earlier time', () => {
  test('is a flashback if it is earlier than rounding explains', () => {
    const session = openAt1000()
    accept(session, 1_001, 16_567)
    assert.deepEqual(flashbacksOf(session), [])
    assert.equal(session.order.timeMs, 16_567)
    accept(session, 1_002, 16_466)
    assert.deepEqual(flashbacksOf(session), [16_466])
    assert.equal(session.events.at(-1)?.value, 16_466)
  })

  test('voids what was sent before it and is not earlier than its time', () => {
    const session = openAt1000()
    accept(session, 1_010, 10_000)
    for (const [frame, timeMs, isVoid] of [
      [1_009, 10_000, true],
      [1_009, 9_999, false],
      [1_010, 10_000, false],
    ] as const) {
      assert.equal(isVoided(session, at(session, frame, timeMs)), isVoid, `${frame} at ${timeMs}`)
    }
    assert.equal(acceptPacket(session, 'session', at(session, 1_009, 16_800)), false)
  })
})

describe('R6 the event of a flashback', () => {
  test('takes the session back to its target, and voids what was sent before it', () => {
    const session = openAt1000()
    applyFlashback(session, at(session, 1_000), 400, 6_600)
    assert.deepEqual([session.order.frame, session.order.timeMs], [1_000, 6_600])
    assert.deepEqual(flashbacksOf(session), [6_600])
    assert.equal(isVoided(session, at(session, 1_000, 6_601)), true)
    assert.equal(isVoided(session, at(session, 1_000, 6_600)), false)
    assert.equal(isVoided(session, at(session, 1_001, 6_601)), false)
  })

  test('counts at the newest frame, not once later packets have come', () => {
    for (const [frame, counts] of [
      [1_001, true],
      [1_000, true],
      [999, false],
    ] as const) {
      const session = openAt1000()
      applyFlashback(session, at(session, frame), 400, 6_600)
      assert.equal(flashbacksOf(session).length, Number(counts), `${frame}`)
    }
  })
})

/** Returns the session after a flashback of 2022 from frame 1000 to 400, before anything else arrives. */
function afterFlashback(): TrackedSession {
  const session = openAt1000(2022)
  applyFlashback(session, at(session, 1_000), 400, 6_667)
  return session
}

describe('R20 the event of a flashback of 2022, which takes the frames back', () => {
  test('begins an epoch, with room for a resumption before the target', () => {
    const session = afterFlashback()
    const { epochs, frameBase } = session.order
    assert.deepEqual(epochs, [{ frameBase: 0, lastFrame: 1_000, endMs: 16_667, isInTime: false }])
    assert.equal(frameBase, 720)
    assert.equal(accept(session, 300), true)
    assert.equal(session.order.frame, 1_020)
    assert.deepEqual(flashbacksOf(session), [5_000], 'the game resumed before the target')
  })

  test('to a later frame leaves the room', () => {
    const session = openAt1000(2022)
    applyFlashback(session, at(session, 1_000), 1_100, 6_667)
    assert.equal(session.order.frameBase, 120)
  })

  test('voids what is far ahead, for 64 datagrams', () => {
    const session = afterFlashback()
    // Frame 490 is 1210 in the stream, two and a half seconds after 1000.
    assert.equal(isVoided(session, at(session, 490)), false)
    assert.equal(isVoided(session, at(session, 491)), true)
    for (let count = 1; count < 64; count++) acceptPacket(session, 'session', at(session, 300))
    assert.equal(isVoided(session, at(session, 2_000)), true)
    acceptPacket(session, 'session', at(session, 300))
    assert.equal(isVoided(session, at(session, 2_000)), false)
  })

  test('is not another one if it comes twice, from about the same frame to the same target', () => {
    for (const [frame, target, isNew] of [
      [1_000, 400, false],
      [1_119, 400, false],
      [1_120, 400, true],
      [881, 400, false],
      [880, 400, true],
      [1_000, 401, true],
    ] as const) {
      const session = afterFlashback()
      accept(session, 401)
      applyFlashback(session, at(session, frame), target, 6_667)
      assert.equal(flashbacksOf(session).length, isNew ? 2 : 1, `${frame} to ${target}`)
    }
  })

  test('is another one once the car has come to that frame again', () => {
    for (const [frame, isNew] of [
      [979, false],
      [980, true],
    ] as const) {
      const session = afterFlashback()
      session.order.straysLeft = 0
      accept(session, frame)
      applyFlashback(session, at(session, 1_000), 400, 6_667)
      assert.equal(flashbacksOf(session).length, isNew ? 2 : 1, `${frame}`)
    }
  })
})

/** Sends timing at these frames, 33 ms after each other, from this session time on. */
function acceptAll(session: TrackedSession, frames: readonly number[], fromMs: number): boolean[] {
  return frames.map((frame, index) => accept(session, frame, fromMs + index * 33))
}

const isAmong = (session: TrackedSession) => session.order.epochs.length > 0

describe('R20 a flashback of 2022 without its event', () => {
  test('is found by four rising timings behind', () => {
    const session = openAt1000(2022)
    acceptAll(session, [400, 402, 404], 6_667)
    assert.equal(isAmong(session), false)
    assert.equal(accept(session, 406, 6_767), true)
    assert.deepEqual(session.order.epochs, [
      { frameBase: 0, lastFrame: 1_000, endMs: 16_667, isInTime: false },
    ])
    assert.equal(session.order.frame, 1_120)
    assert.deepEqual(flashbacksOf(session), [6_767])
  })

  test('makes its own event, which comes late, nothing new, whatever its target', () => {
    const session = openAt1000(2022)
    acceptAll(session, [400, 402, 404, 406], 6_667)
    applyFlashback(session, at(session, 1_000), 300, 5_000)
    assert.equal(flashbacksOf(session).length, 1)
  })

  test('is none where the timings are a little late, not rising, or of two recorders', () => {
    for (const frames of [
      [980, 982, 984, 986],
      [400, 400, 400, 400, 400],
      // A second recorder of a game sends the same frames, or ones just before.
      [400, 395, 400, 402, 382, 404, 404],
      // New frames arrive in between.
      [400, 402, 404, 1_001, 406, 408, 410],
      // The frames fall by more than those of a late datagram.
      [400, 379, 358, 337, 316],
    ]) {
      const session = openAt1000(2022)
      acceptAll(session, frames, 6_667)
      assert.equal(isAmong(session), false, frames.join(', '))
    }
    const session = openAt1000(2022)
    acceptAll(session, [979, 980, 981], 6_667)
    assert.equal(isAmong(session), false)
    assert.equal(session.order.behind, 0, 'frame 980 is not behind')
  })

  test('is not found by packets of another stream', () => {
    const session = openAt1000(2022)
    for (const frame of [400, 402, 404, 406, 408]) {
      acceptPacket(session, 'participants', at(session, frame))
    }
    assert.equal(isAmong(session), false)
  })

  test('is none where the timings have been received before', () => {
    const session = openAt1000(2022)
    const frames = [1_030, 1_032, 1_034, 1_036, 1_200]
    const header = (frame: number) => at(session, frame)
    for (const frame of frames) acceptPacket(session, 'lapData', header(frame), bytesAt(frame))
    for (const frame of frames) acceptPacket(session, 'lapData', header(frame), bytesAt(frame))
    assert.equal(isAmong(session), false)
    assert.deepEqual(session.order.repeated, null, 'the last one is not behind')
  })
})

describe('R24 frames that restart although the time goes on', () => {
  for (const format of [2023, 2025] as const) {
    test(`${format}: are found by ten rising timings, and the session goes on`, () => {
      const session = openAt1000(format)
      acceptAll(session, rising(9), 16_700)
      assert.equal(isAmong(session), false)
      assert.equal(accept(session, 19, 17_100), true)
      assert.deepEqual(session.order.epochs, [
        { frameBase: 0, lastFrame: 1_000, endMs: 16_667, isInTime: true },
      ])
      assert.equal(session.order.frame, 1_120)
      assert.deepEqual(flashbacksOf(session), [])
      assert.equal(isOld(session, at(session, 21, 17_200)), false)
      assert.equal(frameIn(session, at(session, 900, 15_000)), 900, 'what is sent again')
    })
  }

  test('are none where the time does not go on: the stream is sent a second time', () => {
    const session = openAt1000()
    acceptAll(session, rising(12), 16_667 - 12 * 33)
    assert.equal(isAmong(session), false)
    assert.equal(session.order.behind, 0)
  })

  test('are none where what was sent before a flashback comes again', () => {
    const session = openAt1000()
    applyFlashback(session, at(session, 1_000), 400, 6_667)
    acceptAll(session, rising(12), 16_000)
    assert.equal(isAmong(session), false)
  })

  test('begin an epoch by themselves each time', () => {
    const session = openAt1000()
    acceptAll(session, rising(10), 16_700)
    acceptAll(session, [300], 18_000)
    acceptAll(session, rising(10), 18_100)
    assert.deepEqual(
      session.order.epochs.map(({ frameBase, lastFrame }) => [frameBase, lastFrame]),
      [
        [0, 1_000],
        [1_101, 300],
      ],
    )
  })
})
