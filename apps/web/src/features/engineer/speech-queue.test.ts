import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineerCall } from './engineer-call.ts'
import { createSpeechQueue } from './speech-queue.ts'

const gaps = (position: number): EngineerCall => ({
  kind: 'gaps',
  position,
  ahead: null,
  behind: null,
})
const CLEAR: EngineerCall = { kind: 'clear' }
const YELLOW: EngineerCall = { kind: 'yellow', sector: 2 }
const FINISH: EngineerCall = { kind: 'finished', position: 1, netPosition: 3 }
const ATTACK: EngineerCall = { kind: 'attack', rival: { name: 'Silva', gapMs: 900 } }

const pits = (rivalName: string): EngineerCall => ({
  kind: 'rivalPits',
  rivalName,
  side: 'ahead',
})
const news = (seq: number): EngineerCall => ({
  kind: 'event',
  topic: 'penalties',
  driverName: 'Silva',
  event: {
    seq,
    kind: 'warning',
    timeMs: 0,
    lapNum: 1,
    driverIdx: 1,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  },
})

function aQueue() {
  const begun: EngineerCall[] = []
  let nowMs = 0
  let end: (() => void) | null = null
  const queue = createSpeechQueue({
    now: () => nowMs,
    speak(call) {
      begun.push(call)
      return new Promise((resolve) => (end = resolve))
    },
  })
  /** The sentence ends after this long, and the next one begins. */
  async function endAfter(ms: number): Promise<void> {
    nowMs += ms
    end?.()
    await new Promise(setImmediate)
  }
  return { queue, begun, endAfter }
}

test('a sentence begins after the one before it has ended, an urgent one first', async () => {
  const { queue, begun, endAfter } = aQueue()
  queue.add([gaps(3)])
  queue.add([CLEAR, FINISH, YELLOW])
  assert.deepEqual(begun, [gaps(3)])
  await endAfter(1_000)
  assert.deepEqual(begun, [gaps(3), YELLOW])
  await endAfter(1_000)
  await endAfter(1_000)
  assert.deepEqual(begun, [gaps(3), YELLOW, CLEAR, FINISH])
})

test('what has waited too long is not said, and of what changes only the newest', async () => {
  const { queue, begun, endAfter } = aQueue()
  queue.add([FINISH, CLEAR, gaps(3)])
  queue.add([gaps(4)])
  await endAfter(5_001)
  assert.deepEqual(begun, [FINISH, gaps(4)])
  queue.add([gaps(5)])
  await endAfter(6_001)
  assert.deepEqual(begun, [FINISH, gaps(4)])
})

test('a car that leaves and enters a second again is not reported again at once', async () => {
  const { queue, begun, endAfter } = aQueue()
  queue.add([ATTACK])
  await endAfter(44_999)
  queue.add([ATTACK])
  assert.equal(begun.length, 1)
  await endAfter(1)
  queue.add([ATTACK])
  assert.equal(begun.length, 2)
})

test('what waits is forgotten with the queue', async () => {
  const { queue, begun, endAfter } = aQueue()
  queue.add([gaps(3), CLEAR])
  queue.clear()
  await endAfter(100)
  assert.deepEqual(begun, [gaps(3)])
})

test('each event and each neighbour that stops is news, also while another one waits', async () => {
  const { queue, begun, endAfter } = aQueue()
  const calls = [news(1), news(2), gaps(3), pits('Silva'), pits('Moreau')]
  queue.add(calls)
  for (const _ of calls) await endAfter(10)
  assert.deepEqual(begun, calls)
})

test('a sentence is still said at the very end of its time', async () => {
  const { queue, begun, endAfter } = aQueue()
  queue.add([FINISH, gaps(3)])
  await endAfter(6_000)
  assert.deepEqual(begun, [FINISH, gaps(3)])
})
