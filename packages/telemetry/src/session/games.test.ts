import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play, type Play } from '../../testing/play.ts'
import { createGame, type Sent } from '../../testing/scripted-game.ts'
import { encodePacket } from '../encode.ts'
import type { EndReason } from './state/state.ts'
import { createTracker } from './tracker.ts'

const START_MS = 1_700_000_000_000

/** Creates a port to which several games send datagrams of a UID at moments since the start. */
function createPort() {
  const port = play()
  const frames = new Map<bigint, number>()

  function send(kind: 'session' | 'participants' | 'sessionHistory', uid: bigint, ms: number) {
    const frame = (frames.get(uid) ?? 0) + 1
    frames.set(uid, frame)
    const isLobby = uid === 0n
    const header = {
      sessionUid: uid,
      sessionTime: isLobby ? 0 : ms / 1_000,
      frameIdentifier: isLobby ? 0 : frame,
      overallFrameIdentifier: isLobby ? 0 : frame,
    }
    // Each session belongs to another event, so that nothing is a restart or a save.
    const body = kind === 'session' ? { sessionLinkIdentifier: Number(uid), trackId: 7 } : {}
    const bytes = encodePacket(2025, kind, header, body)
    return port.tracker.push(bytes, START_MS + ms)?.uid ?? null
  }

  return {
    port,
    session: (uid: bigint, ms: number) => send('session', uid, ms),
    participants: (uid: bigint, ms: number) => send('participants', uid, ms),
    history: (uid: bigint, ms: number) => send('sessionHistory', uid, ms),
    /** Marks which sender a UID belongs to. */
    mark: (uid: bigint, sender: number, ms: number) =>
      port.tracker.push(
        encodePacket(2025, 'sender', { sessionUid: uid }, { sender }),
        START_MS + ms,
      ),
    open: () => port.tracker.open.map(({ uid }) => uid),
  }
}

function reasonsOf({ ended }: Play): [string, EndReason][] {
  return ended.map(({ session, reason }) => [session.uid, reason])
}

describe('R30 a UID that begins while another session is heard', () => {
  test('waits, and is a further game’s if the first goes on for half a second', () => {
    for (const [goesOnMs, isOther] of [
      [500, true],
      [499, false],
    ] as const) {
      const game = createPort()
      game.session(1n, 0)
      assert.equal(game.session(2n, 100), null, 'it is not known yet whose it is')
      assert.equal(game.session(1n, 100 + goesOnMs), '1')
      assert.equal(game.session(2n, 1_099), null)
      assert.equal(game.session(2n, 1_100), '2')
      assert.deepEqual(game.open(), isOther ? ['1', '2'] : ['2'])
      assert.deepEqual(reasonsOf(game.port), isOther ? [] : [['1', 'replaced']])
    }
  })

  test('is the same game’s next session at once if that was silent for a second', () => {
    for (const [silentMs, uid] of [
      [999, null],
      [1_000, '2'],
      [-1_000, '2'],
    ] as const) {
      const game = createPort()
      game.session(1n, 5_000)
      assert.equal(game.session(2n, 5_000 + silentMs), uid, `${silentMs} ms`)
    }
  })

  test('is decided by the clock too, by the end, and by a third UID', () => {
    const game = createPort()
    game.session(1n, 0)
    game.session(2n, 100)
    game.port.tracker.tick(START_MS + 1_099)
    assert.deepEqual(game.open(), ['1'])
    game.port.tracker.tick(START_MS + 1_100)
    assert.deepEqual(game.open(), ['2'])

    const finished = createPort()
    finished.session(1n, 0)
    finished.session(2n, 100)
    finished.port.tracker.finish(START_MS + 200)
    assert.deepEqual(reasonsOf(finished.port), [
      ['1', 'replaced'],
      ['2', 'finished'],
    ])

    const third = createPort()
    third.session(1n, 0)
    third.session(2n, 100)
    third.session(3n, 200)
    assert.deepEqual(third.open(), ['2'])
  })

  test('waits for 400 datagrams at most', () => {
    const game = createPort()
    game.session(1n, 0)
    for (let count = 1; count < 400; count++) game.session(2n, 100)
    assert.deepEqual(game.open(), ['1'])
    game.session(2n, 100)
    assert.deepEqual(game.open(), ['2'])
  })

  test('does not count as heard what waits for its own Session packet', () => {
    const game = createPort()
    game.session(1n, 0)
    game.participants(2n, 1_000)
    assert.equal(game.session(3n, 1_500), '3', 'session 1 has been silent since 0')
  })
})

describe('R30 a UID with a mark', () => {
  test('is that of its sender’s game without waiting', () => {
    const game = createPort()
    game.session(1n, 0)
    game.mark(1n, 0, 10)
    game.mark(2n, 1, 20)
    assert.equal(game.session(2n, 20), '2')
    assert.deepEqual(game.open(), ['1', '2'])
    game.mark(3n, 0, 30)
    assert.equal(game.session(3n, 30), '3')
    assert.deepEqual(game.open(), ['3', '2'])
    game.mark(4n, 1, 40)
    assert.equal(game.session(4n, 40), '4')
    assert.deepEqual(game.open(), ['3', '4'])
  })

  test('that comes while it waits ends that', () => {
    const game = createPort()
    game.session(1n, 0)
    game.mark(1n, 0, 10)
    game.session(2n, 20)
    game.mark(9n, 2, 25)
    assert.deepEqual(game.open(), ['1'])
    game.mark(2n, 1, 30)
    assert.deepEqual(game.open(), ['1', '2'])
  })

  test('before the first session is that of the game that there is', () => {
    const game = createPort()
    game.mark(1n, 5, 0)
    assert.equal(game.session(1n, 0), '1')
    game.mark(2n, 5, 10)
    game.session(2n, 10)
    assert.deepEqual(game.open(), ['2'])
  })

  test('is remembered with 63 after it', () => {
    for (const [count, uid] of [
      [63, '2'],
      [64, null],
    ] as const) {
      const game = createPort()
      game.session(1n, 0)
      game.mark(2n, 1, 0)
      for (let other = 0; other < count; other++) game.mark(BigInt(100 + other), 1, 0)
      assert.equal(game.session(2n, 0), uid, `${count}`)
    }
  })

  test('of a fifth game drops the one that has been silent for longest', () => {
    const game = createPort()
    const begin = (uid: bigint, ms: number) => {
      game.mark(uid, Number(uid), ms)
      game.session(uid, ms)
    }
    for (const uid of [1n, 2n, 3n, 4n]) begin(uid, Number(uid))
    game.session(1n, 5)
    assert.deepEqual(game.open(), ['1', '2', '3', '4'])
    begin(5n, 6)
    assert.deepEqual(game.open(), ['1', '3', '4', '5'])
    assert.deepEqual(reasonsOf(game.port), [['2', 'finished']])
  })
})

describe('R30 each game', () => {
  test('goes on with its own session, and the current one is that which was heard last', () => {
    const game = createPort()
    game.session(1n, 0)
    game.mark(1n, 0, 0)
    game.mark(2n, 1, 0)
    game.session(2n, 0)
    const { tracker } = game.port
    assert.equal(game.session(1n, 10), '1')
    assert.equal(tracker.current?.uid, '1')
    assert.equal(game.participants(2n, 10), '2')
    assert.equal(tracker.current?.uid, '2')
    assert.equal(tracker.changes, 2)
    tracker.finish(START_MS + 20)
    assert.equal(tracker.changes, 4)
    assert.equal(tracker.current, null)
    assert.equal(game.session(1n, 30), '1', 'what ended with the stream goes on')
    assert.equal(tracker.changes, 5)
    assert.deepEqual(game.open(), ['1'])
  })

  test('has its number', () => {
    const numbers: [string, number][] = []
    const tracker = createTracker({
      opened: ({ uid }, game) => numbers.push([`opened ${uid}`, game]),
      ended: ({ uid }, _, game) => numbers.push([`ended ${uid}`, game]),
    })
    for (const uid of [1n, 2n, 3n]) {
      const sender = uid === 2n ? 1 : 0
      tracker.push(encodePacket(2025, 'sender', { sessionUid: uid }, { sender }), START_MS)
      const header = { sessionUid: uid, frameIdentifier: 1, overallFrameIdentifier: 1 }
      tracker.push(
        encodePacket(2025, 'session', header, { sessionLinkIdentifier: Number(uid) }),
        START_MS,
      )
    }
    assert.deepEqual(numbers, [
      ['opened 1', 0],
      ['opened 2', 1],
      ['ended 1', 0],
      ['opened 3', 0],
    ])
  })
})

describe('R1 the lobby', () => {
  test('has no session, and its packets but for a history are none of one', () => {
    const game = createPort()
    assert.equal(game.history(0n, 0), null)
    assert.equal(game.participants(0n, 0), null)
    game.session(1n, 10)
    assert.equal(game.participants(0n, 20), null)
    assert.deepEqual(game.open(), ['1'])
  })
})

/** Builds a game on its second lap at 40 s. */
function raced() {
  const game = createGame({ cars: 1 })
  game.session()
  game.participants()
  game.lapData()
  game.wait(40)
  game.lapData({ 0: { currentLapNum: 2, lastLapTimeMs: 39_000 } })
  const before: readonly Sent[] = [...game.sent]
  game.sent.length = 0
  return { game, before }
}

describe('R3 what comes of a session that has ended', () => {
  test('goes on with it after silence, the end of the stream and SEND, as the same session', () => {
    for (const end of ['silence', 'finish', 'SEND'] as const) {
      const { game, before } = raced()
      const { tracker, opened, ended, feed } = play(before)
      if (end === 'SEND') {
        game.event('SEND', {})
        feed(game.sent.splice(0))
      }
      const endMs = game.clock.atMs + 11 * 60_000
      if (end === 'finish') tracker.finish(endMs)
      else tracker.tick(endMs)
      assert.equal(ended.length, 1, end)
      game.wait(700)
      game.session()
      feed(game.sent)
      assert.equal(opened.length, 2, end)
      assert.equal(opened[0], opened[1], end)
      assert.deepEqual(opened[0]?.uids, ['77'], end)
      assert.ok(!opened[0]?.events.some(({ kind }) => kind === 'flashback'), end)
      assert.equal(opened[0]?.status, 'live')
    }
  })

  test('is nothing after its classification', () => {
    const { game, before } = raced()
    const { tracker, opened, feed } = play(before)
    game.over()
    game.classification([{ position: 1, resultStatus: 3, numLaps: 2 }])
    feed(game.sent.splice(0))
    tracker.tick(game.clock.atMs + 3_000)
    assert.equal(tracker.current, null)
    game.session()
    feed(game.sent)
    assert.equal(opened.length, 1)
  })

  test('is nothing for the last 64 UIDs', () => {
    for (const [others, isForgotten] of [
      [63, false],
      [64, true],
    ] as const) {
      const game = createPort()
      for (let uid = 1; uid <= others + 2; uid++) game.session(BigInt(uid), uid * 2_000)
      assert.equal(game.open()[0], String(others + 2))
      const late = game.session(1n, (others + 3) * 2_000)
      assert.equal(late, isForgotten ? '1' : null, `${others}`)
    }
  })

  test('ends by silence after ten minutes and not before', () => {
    const { game, before } = raced()
    const { tracker, ended } = play(before)
    tracker.tick(game.clock.atMs + 599_999)
    assert.equal(ended.length, 0)
    tracker.tick(game.clock.atMs + 600_000)
    assert.deepEqual(
      ended.map(({ reason }) => reason),
      ['silence'],
    )
  })

  test('ends ten seconds after SEND, and three after the classification', () => {
    for (const [code, graceMs, reason] of [
      ['SEND', 10_000, 'sessionEnded'],
      ['classification', 3_000, 'classification'],
    ] as const) {
      for (const [ms, isOver] of [
        [graceMs - 1, false],
        [graceMs, true],
        [-graceMs, true],
      ] as const) {
        const { game, before } = raced()
        const { tracker, ended, feed } = play(before)
        game.over()
        if (code === 'SEND') game.event('SEND', {})
        else game.classification([{ position: 1, resultStatus: 3, numLaps: 2 }])
        feed(game.sent)
        tracker.tick(game.clock.atMs + ms)
        assert.deepEqual(
          ended.map((one) => one.reason),
          isOver ? [reason] : [],
          `${code} ${ms}`,
        )
      }
    }
  })
})

describe('R17 a restart', () => {
  test('long after SEND begins within five seconds', () => {
    for (const [seconds, statuses] of [
      [4.9, ['aborted', 'live']],
      // It is neither a restart nor a save, since it lies beyond what was driven.
      [60, ['ended', 'live']],
    ] as const) {
      const { game, before } = raced()
      const { tracker, opened, feed } = play(before)
      game.event('SEND', {})
      feed(game.sent.splice(0))
      tracker.tick(game.clock.atMs + 10_000)
      game.wait(60)
      game.newUid(78n, seconds)
      game.session()
      feed(game.sent)
      assert.deepEqual(
        opened.map(({ status }) => status),
        statuses,
      )
    }
  })
})
