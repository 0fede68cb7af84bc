import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeltaMessage, StateMessage } from '@pitboard/contract/live/live-protocol'
import type { Replay, ReplayChunk } from '@pitboard/contract/live/replay'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { createLiveTimeline } from './live-timeline.ts'

const SECOND = aSession({}).id.replace(/1$/, '9')

function snapshot(atMs: number, v = 1, id = aSession({}).id): StateMessage {
  const drivers = [aDriver({ currentLapNumber: 3 })]
  return { t: 'snapshot', v, at: atMs, state: aSession({ id, version: v, drivers }) }
}

function delta(atMs: number, v: number, known: Partial<DeltaMessage> = {}): DeltaMessage {
  return { t: 'delta', v, at: atMs, d: 0, ...known }
}

const leaderOnLap = (lap: number): Partial<DeltaMessage> => ({
  p: [[['drivers', 0, 'currentLapNumber'], lap]],
})

/** The server's answers are those that a test gives; its clock stands where a test sets it. */
function open({ retainedMs = 60_000 } = {}) {
  const clock = { ms: 5_000 }
  const indexes: {
    readonly id: string
    readonly signal: AbortSignal
    readonly answer: (known?: Partial<Replay>) => Promise<void>
  }[] = []
  const chunks: {
    readonly name: string
    readonly signal: AbortSignal
    readonly answer: (messages?: readonly StateMessage[]) => Promise<void>
    readonly fail: () => Promise<void>
  }[] = []
  const resets = { count: 0 }
  const timeline = createLiveTimeline({
    readIndex(id, signal) {
      const { promise, resolve } = Promise.withResolvers<Replay>()
      const answer = (known: Partial<Replay> = {}) => {
        const empty = { durationMs: 0, fromMs: 0, chunks: 9, laps: [], events: [] }
        resolve({ version: 'v1', chunkMs: 20_000, ...empty, ...known })
        return nextTurn()
      }
      indexes.push({ id, signal, answer })
      return promise
    },
    readChunk(id, version, number, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<ReplayChunk>()
      const answer = (messages: readonly StateMessage[] = []) => {
        resolve({ messages })
        return nextTurn()
      }
      const fail = () => {
        reject(new Error('gone'))
        return nextTurn()
      }
      chunks.push({ name: `${id.at(-1)} ${version} ${number}`, signal, answer, fail })
      return promise
    },
    now: () => clock.ms,
    retainedMs: () => retainedMs,
    onReset: () => resets.count++,
  })
  return {
    timeline,
    clock,
    indexes,
    chunks,
    resets,
    chunkNames: () => chunks.map(({ name }) => name),
    /** Returns from when to when the section of a moment lasts; null if it is not in memory. */
    inMemory(atMs: number): readonly [number, number] | null {
      const found = timeline.findSection(atMs)
      if (!(found instanceof Promise)) return [found.fromMs, found.untilMs()]
      found.catch(() => undefined)
      return null
    },
    async fetchAt(atMs: number) {
      const found = timeline.findSection(atMs)
      await nextTurn()
      await chunks.at(-1)?.answer()
      return found
    },
  }
}

test('a session of which nothing has arrived has no moment and no marks', async () => {
  const { timeline, clock } = open()
  clock.ms = 90_000
  assert.deepEqual([timeline.startMs(), timeline.endMs(), timeline.presentMs()], [0, 0, 0])
  assert.deepEqual(timeline.marks.get(), { laps: [], events: [] })
  await assert.rejects(async () => timeline.findSection(0), /No session/)
})

test('the server says what was before: the first moment that is left, laps and events', async () => {
  const { timeline, indexes, resets } = open()
  timeline.receive(snapshot(70_000))
  assert.deepEqual([indexes.map(({ id }) => id), resets.count], [[aSession({}).id], 1])
  const laps = [{ lapNum: 2, atMs: 40_000 }]
  const events = [{ seq: 4, kind: 'overtake' as const, atMs: 41_000 }]
  await indexes[0]?.answer({ fromMs: 20_000, laps, events })
  assert.deepEqual([timeline.startMs(), timeline.endMs()], [20_000, 70_000])
  assert.deepEqual([timeline.marks.get().laps, timeline.marks.get().events], [laps, events])
})

test('a lap that begins and an event that happens are marked once the server has said what was before', async () => {
  const { timeline, indexes } = open()
  timeline.receive(snapshot(0))
  timeline.receive(delta(100, 2, leaderOnLap(4)))
  assert.deepEqual(timeline.marks.get().laps, [])
  await indexes[0]?.answer({ laps: [{ lapNum: 4, atMs: 100 }] })
  timeline.receive(delta(200, 3))
  timeline.receive(delta(300, 4, leaderOnLap(5)))
  assert.deepEqual(timeline.marks.get().laps, [
    { lapNum: 4, atMs: 100 },
    { lapNum: 5, atMs: 300 },
  ])
})

test('what is said of a session that is no longer shown is not used', async () => {
  const { timeline, indexes } = open()
  timeline.receive(snapshot(0))
  timeline.receive(snapshot(500, 1, SECOND))
  assert.deepEqual(
    indexes.map(({ signal }) => signal.aborted),
    [true, false],
  )
  await indexes[0]?.answer({ fromMs: 400, laps: [{ lapNum: 9, atMs: 1 }] })
  assert.deepEqual([timeline.startMs(), timeline.marks.get().laps], [0, []])
  timeline.receive(delta(600, 2, leaderOnLap(4)))
  assert.deepEqual(timeline.marks.get().laps, [], 'and of the new one nothing is said yet')
  await indexes[1]?.answer({ fromMs: 100 })
  assert.equal(timeline.startMs(), 100)
})

test('another session begins anew: no moment, mark or part of the former one is left', async () => {
  const { timeline, indexes, resets, fetchAt, inMemory } = open()
  timeline.receive(snapshot(70_000))
  await indexes[0]?.answer({ fromMs: 10_000, laps: [{ lapNum: 1, atMs: 12_000 }] })
  await fetchAt(15_000)
  assert.deepEqual(inMemory(15_000), [0, 20_000])
  timeline.receive(snapshot(500, 1, SECOND))
  assert.deepEqual([timeline.startMs(), timeline.endMs(), resets.count], [0, 500, 2])
  assert.deepEqual(timeline.marks.get(), { laps: [], events: [] })
  assert.deepEqual(
    [inMemory(15_000), inMemory(70_000)],
    [
      [500, Infinity],
      [500, Infinity],
    ],
  )
  assert.equal(inMemory(400), null)
})

for (const [v, resetCount, what] of [
  [4, 2, 'a lower version: the server has begun a new timeline'],
  [5, 1, 'the same version: nothing has happened meanwhile'],
  [6, 1, 'a higher version'],
] as const) {
  test(`a snapshot of the same session with ${what}`, () => {
    const { timeline, resets, inMemory } = open()
    timeline.receive(snapshot(1_000, 5))
    timeline.receive({ t: 'heartbeat', v: 5, at: 3_000 })
    timeline.receive(snapshot(9_000, v))
    assert.equal(resets.count, resetCount)
    assert.deepEqual(inMemory(3_000), resetCount === 1 ? [1_000, 3_001] : null)
    assert.deepEqual([inMemory(3_001), inMemory(9_000)], [null, [9_000, Infinity]])
  })
}

test('a part in memory is as long as a chunk of the server, and the newest one alone has its last state', () => {
  const { timeline, inMemory } = open()
  timeline.receive(snapshot(1_000))
  timeline.receive(delta(20_999, 2))
  assert.deepEqual(inMemory(30_000), [1_000, Infinity])
  const first = timeline.findSection(1_000)
  timeline.receive(delta(21_000, 3))
  assert.deepEqual(
    [inMemory(20_999), inMemory(21_000)],
    [
      [1_000, 21_000],
      [21_000, Infinity],
    ],
  )
  const second = timeline.findSection(21_000)
  assert.ok(!(first instanceof Promise) && !(second instanceof Promise))
  assert.deepEqual([first.messages.length, first.latest], [2, null])
  assert.deepEqual([second.messages.map(({ t }) => t), second.latest?.version], [['snapshot'], 3])
})

test('what ended longer ago than is retained leaves the memory', () => {
  const { timeline, inMemory } = open({ retainedMs: 30_000 })
  timeline.receive(snapshot(0))
  timeline.receive(delta(20_000, 2))
  timeline.receive(delta(50_000, 3))
  assert.deepEqual(inMemory(0), [0, 20_000], 'it ended just so long ago')
  timeline.receive(delta(70_001, 4))
  assert.deepEqual([inMemory(0), inMemory(20_000)], [null, [20_000, 50_000]])
})

for (const [passedMs, reads] of [
  [10_000, 1],
  [10_001, 2],
] as const) {
  test(`of snapshots in a row the server is asked what was before every ten seconds: ${passedMs} ms`, () => {
    const { timeline, indexes, clock } = open()
    timeline.receive(snapshot(0))
    clock.ms += passedMs
    timeline.receive(snapshot(500, 2))
    assert.equal(indexes.length, reads)
  })
}

test('the present goes on by the clock from the message that was least late', () => {
  const { timeline, clock } = open()
  timeline.receive(snapshot(1_000))
  clock.ms += 300
  assert.equal(timeline.presentMs(), 1_300)
  timeline.receive(delta(1_100, 2))
  assert.equal(timeline.presentMs(), 1_300, 'a late message moves nothing back')
  timeline.receive({ t: 'heartbeat', v: 2, at: 1_500 })
  assert.deepEqual([timeline.presentMs(), timeline.endMs()], [1_500, 1_500])
  clock.ms += 700
  timeline.receive({ t: 'ended', v: 2, recordedId: null })
  assert.deepEqual([timeline.presentMs(), timeline.endMs()], [2_200, 1_500])
})

for (const [passedMs, isClockSet, presentMs] of [
  [60_000, false, 61_000],
  [60_001, false, 31_000],
  [10, true, 31_000],
  [10, false, 31_000],
] as const) {
  test(`a snapshot after ${passedMs} ms${isClockSet ? ' with a clock that was set' : ''} makes the present ${presentMs}`, () => {
    const { timeline, clock } = open()
    timeline.receive(snapshot(1_000))
    clock.ms += passedMs
    timeline.receive(snapshot(31_000, 2), isClockSet)
    assert.equal(timeline.presentMs(), presentMs)
  })
}

test('a clock that was set forwards is known from the next snapshot', () => {
  const { timeline, clock } = open()
  timeline.receive(snapshot(1_000))
  clock.ms += 50_000
  timeline.receive(snapshot(1_500, 2), true)
  assert.equal(timeline.presentMs(), 1_500)
  clock.ms += 50_000
  timeline.receive(delta(1_600, 3), true)
  assert.equal(timeline.presentMs(), 51_500, 'a change may have waited in the socket')
})

test('a chunk is fetched once, up to where the memory goes on, and again where it has grown', async () => {
  const { timeline, indexes, chunkNames, fetchAt } = open()
  timeline.receive(snapshot(30_000))
  await indexes[0]?.answer()
  const first = await fetchAt(20_000)
  assert.deepEqual([first.fromMs, first.untilMs()], [20_000, 30_000])
  const whole = await fetchAt(5_000)
  assert.deepEqual([whole.fromMs, whole.untilMs()], [0, 20_000])
  assert.equal(await fetchAt(29_999), first)
  assert.deepEqual(chunkNames(), ['1 v1 1', '1 v1 0'])
})

test('a chunk that was fetched before it was whole is fetched again for what came later', async () => {
  const { timeline, indexes, chunkNames, fetchAt } = open({ retainedMs: 0 })
  timeline.receive(snapshot(30_000))
  await indexes[0]?.answer()
  await fetchAt(25_000)
  timeline.receive(delta(60_000, 2))
  timeline.receive(delta(90_000, 3))
  const [again, next] = [await fetchAt(30_000), await fetchAt(30_000)]
  assert.deepEqual([again.untilMs(), next], [40_000, again])
  assert.deepEqual(chunkNames(), ['1 v1 1', '1 v1 1'])
})

test('four parts that the server sent again stay in memory', async () => {
  const { timeline, indexes, fetchAt, inMemory } = open()
  timeline.receive(snapshot(200_000))
  await indexes[0]?.answer()
  for (const number of [0, 1, 2, 3]) await fetchAt(number * 20_000)
  assert.deepEqual(inMemory(0), [0, 20_000])
  await fetchAt(80_000)
  assert.equal(inMemory(0), null)
  assert.deepEqual(
    [inMemory(20_000), inMemory(80_000)],
    [
      [20_000, 40_000],
      [80_000, 100_000],
    ],
  )
})

test('who seeks gives up what is being fetched elsewhere', async () => {
  const { timeline, indexes, chunks } = open()
  timeline.receive(snapshot(200_000))
  await indexes[0]?.answer()
  for (const atMs of [0, 20_000, 100_000]) {
    Promise.resolve(timeline.findSection(atMs)).catch(() => undefined)
    await nextTurn()
  }
  assert.deepEqual(
    chunks.map(({ signal }) => signal.aborted),
    [true, true, false],
  )
})

test('only what has happened and is not in memory is fetched ahead, without giving up other parts', async () => {
  const { timeline, indexes, chunks, chunkNames } = open()
  timeline.receive(snapshot(65_000))
  timeline.receive(delta(70_000, 2))
  await indexes[0]?.answer()
  for (const atMs of [0, 40_000, 66_000, 70_000, 90_000]) {
    timeline.prepare(atMs)
    await nextTurn()
  }
  assert.deepEqual(chunkNames(), ['1 v1 0', '1 v1 2'])
  assert.ok(chunks.every(({ signal }) => !signal.aborted))
})

test('who leaves gives up everything that is being fetched', async () => {
  const { timeline, indexes, chunks } = open()
  timeline.receive(snapshot(65_000))
  await indexes[0]?.answer()
  const seeking = timeline.findSection(0)
  await nextTurn()
  timeline.abort()
  assert.deepEqual([indexes[0]?.signal.aborted, chunks[0]?.signal.aborted], [true, true])
  await Promise.all([assert.rejects(async () => seeking, /gone/), chunks[0]?.fail()])
})

for (const [passedMs, aborts, reads] of [
  [10_000, false, 1],
  [10_001, false, 2],
  [10_001, true, 1],
] as const) {
  test(`a chunk that is gone ${passedMs} ms after the server said what it has${aborts ? ', but was given up,' : ''} asks ${reads === 2 ? 'it again' : 'nothing'}`, async () => {
    const { timeline, indexes, chunks, clock } = open()
    timeline.receive(snapshot(65_000))
    await indexes[0]?.answer()
    clock.ms += passedMs
    const seeking = timeline.findSection(0)
    await nextTurn()
    if (aborts) timeline.abort()
    await Promise.all([assert.rejects(async () => seeking, /gone/), chunks[0]?.fail()])
    assert.deepEqual(
      indexes.map(({ id }) => id),
      Array.from({ length: reads }, () => aSession({}).id),
    )
  })
}
