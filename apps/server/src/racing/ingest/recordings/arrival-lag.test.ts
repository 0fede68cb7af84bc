import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArrivalLag, type ArrivalLag } from './arrival-lag.ts'

const STEP_MS = 50
const OTHER_CLOCK_MS = 3_600_000

/** Creates a sender with a clock an hour ahead, on a way that takes 80 to 380 ms. */
function createSender(lag: ArrivalLag) {
  let sentMs = 0
  let receivedMs = 0
  let late = 0
  const note = () => {
    lag.note(sentMs + OTHER_CLOCK_MS, receivedMs + 80 + ((sentMs * 7) % 300))
    late += lag.isLate() ? 1 : 0
  }
  return {
    drive(seconds: number) {
      for (let ms = 0; ms < seconds * 1000; ms += STEP_MS) {
        sentMs += STEP_MS
        receivedMs += STEP_MS
        note()
      }
    },
    /** Lets nothing get through for a while, so that the sender stores it. */
    cut(seconds: number) {
      receivedMs += seconds * 1000
    },
    /** Sends what waited at a multiple of the pace; returns how much is late at the end. */
    catchUp(pace: number) {
      while (sentMs < receivedMs) {
        sentMs += STEP_MS
        receivedMs += STEP_MS / pace
        note()
      }
    },
    /** Sends nothing, as a paused game does. */
    pause(seconds: number) {
      sentMs += seconds * 1000
      receivedMs += seconds * 1000
    },
    setClock(seconds: number) {
      sentMs += seconds * 1000
    },
    takeLate() {
      const before = late
      late = 0
      return before
    },
  }
}

test('data are late from the end of a break until all that waited has arrived, at any pace', () => {
  for (const pace of [1.2, 2, 20, 1000]) {
    const lag = createArrivalLag()
    const sender = createSender(lag)
    sender.drive(30)
    assert.equal(sender.takeLate(), 0)
    sender.cut(20)
    sender.catchUp(pace)
    // The last second is as good as current.
    const waited = (20 / (1 - 1 / pace)) * (1000 / STEP_MS)
    assert.ok(sender.takeLate() > waited * 0.9, `at ${pace} times the pace`)
    sender.drive(30)
    assert.equal(sender.takeLate(), 0)
  }
})

test('a server that has just started sees by the pace that it gets what waited', () => {
  const lag = createArrivalLag()
  const sender = createSender(lag)
  sender.cut(60)
  sender.catchUp(4)
  assert.ok(sender.takeLate() > 1_000)
  sender.drive(30)
  assert.ok(sender.takeLate() <= 1_000 / STEP_MS)
})

test('a paused game is not late, and a clock that is set is so for half a minute at most', () => {
  const lag = createArrivalLag()
  const sender = createSender(lag)
  sender.drive(30)
  sender.pause(300)
  sender.drive(30)
  sender.setClock(7_200)
  sender.drive(30)
  assert.equal(sender.takeLate(), 0)
  sender.setClock(-7_200)
  sender.drive(31)
  sender.takeLate()
  sender.drive(30)
  assert.equal(sender.takeLate(), 0)
})
