import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { QueryClient } from '@tanstack/react-query'
import { answerCalls } from '../../testing/answered-calls.ts'
import { createAwakeClock } from './awake-clock.ts'
import { momentMs, readMoment } from './moment.ts'
import { createRecordedTimeline, readChunk, replayState } from './recorded-timeline.ts'
import { limitDelay, readDelaySeconds, storeDelaySeconds } from './stored-delay.ts'
import { timeKeys } from './use-time-keys.ts'

test('a clock goes on while the computer sleeps, and counts how long', () => {
  let [wall, steady] = [1_000_000, 500]
  const clock = createAwakeClock(
    () => wall,
    () => steady,
  )
  const pass = (wallMs: number, steadyMs: number) => {
    wall += wallMs
    steady += steadyMs
    return [clock.now(), clock.sleptMs()]
  }
  assert.deepEqual(pass(100, 100), [600, 0])
  assert.deepEqual(pass(1_100, 100), [700, 0], 'a second of difference is none')
  assert.deepEqual(pass(1_101, 100), [1_801, 1_001])
  assert.deepEqual(pass(-5_000, 100), [1_901, 1_001], 'a clock that is set back has not slept')
  assert.deepEqual(pass(3_600_100, 100), [3_602_001, 3_601_001])
})

test('a sleep is counted whichever is asked first', () => {
  let [wall, steady] = [0, 0]
  const clock = createAwakeClock(
    () => wall,
    () => steady,
  )
  wall += 5_000
  assert.equal(clock.sleptMs(), 5_000)
  assert.equal(clock.now(), 5_000)
  steady += 10
  wall += 10
  assert.equal(clock.now(), 5_010)
})

test('a delay is whole seconds, from none to five minutes', () => {
  assert.deepEqual(
    [0, -1, 0.4, 0.5, 299.6, 300, 301, Number.NaN].map(limitDelay),
    [0, 0, 0, 1, 300, 300, 300, 0],
  )
})

test('the delay that was chosen is remembered', (t) => {
  const values = new Map<string, string>()
  const value = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, text: string) => values.set(name, text),
  }
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'))
  assert.equal(readDelaySeconds(), 0)
  storeDelaySeconds(60)
  assert.equal(readDelaySeconds(), 60)
  assert.deepEqual([...values], [['pitboard.live-delay', '60']])
})

for (const [text, moment] of [
  ['83', { kind: 'second', second: 83 }],
  ['e12', { kind: 'event', seq: 12, secondsAfter: 0 }],
  ['e12-40', { kind: 'event', seq: 12, secondsAfter: 40 }],
  ['e12-123456', null],
  ['e12-', null],
  ['123456', { kind: 'second', second: 123_456 }],
  ['1234567', null],
  ['e1234567', null],
  ['x83', null],
  ['83x', null],
  ['xe12', null],
  ['e12x', null],
  ['e', null],
  ['', null],
] as const) {
  test(`a link to "${text}" leads to ${JSON.stringify(moment)}`, () => {
    assert.deepEqual(readMoment(text), moment)
  })
}

const eventAt = (seq: number, atMs: number) => ({
  seq,
  atMs,
  kind: 'overtake' as const,
  driverIdx: null,
  otherDriverIdx: null,
  value: null,
  seconds: null,
})

test('an event is shown from five seconds before it, at the earliest from the beginning', () => {
  const events = [eventAt(1, 4_000), eventAt(2, 9_000)]
  const at = (seq: number, secondsAfter = 0) =>
    momentMs({ kind: 'event', seq, secondsAfter }, { events, laps: [] })
  assert.deepEqual(
    [1, 2, 3].map((seq) => at(seq)),
    [0, 4_000, 0],
  )
  assert.deepEqual([at(1, 40), at(3, 40)], [39_000, 0])
  assert.equal(momentMs({ kind: 'second', second: 83 }, { events: [], laps: [] }), 83_000)
})

test('a replay is asked for until it is prepared', async (t) => {
  const sent = answerCalls(t, () => ({ status: 'preparing' }))
  const { queryKey, refetchInterval } = replayState('S')
  assert.deepEqual(queryKey, ['sessions', 'S', 'replay'])
  assert.ok(typeof refetchInterval === 'function')
  const intervalOf = (data: unknown) => Reflect.apply(refetchInterval, null, [{ state: { data } }])
  assert.deepEqual([undefined, { status: 'preparing' }, { status: 'ready' }].map(intervalOf), [
    false,
    1_000,
    false,
  ])
  assert.equal(sent.length, 0)
  await new QueryClient().fetchQuery(replayState('S'))
  assert.deepEqual(
    sent.map(({ name }) => name),
    ['GET /api/Sessions/S/replay'],
  )
})

test('a clock that is not given others is that of the page and of the wall', (t) => {
  let [wall, steady] = [1_000_000, 500]
  t.mock.method(Date, 'now', () => wall)
  t.mock.method(performance, 'now', () => steady)
  const clock = createAwakeClock()
  wall += 5_000
  steady += 1_000
  assert.deepEqual([clock.now(), clock.sleptMs()], [5_500, 4_000])
})

test('a chunk is read by its version and number; an answer that fails is an error', async (t) => {
  const sent = answerCalls(t, (name) =>
    name.endsWith('/2') ? new Response('', { status: 404 }) : { messages: [] },
  )
  const { signal } = new AbortController()
  assert.deepEqual(await readChunk('/api/x', 'v1', 1, signal), { messages: [] })
  await assert.rejects(readChunk('/api/x', 'v1', 2, signal), /\/api\/x 404/)
  assert.deepEqual(
    sent.map(({ name }) => name),
    ['GET /api/x/v1/1', 'GET /api/x/v1/2'],
  )
})

function openRecorded() {
  const read: number[] = []
  const failing = new Set<number>()
  const clock = { ms: 0 }
  const timeline = createRecordedTimeline(
    { durationMs: 45_000, chunkMs: 20_000, chunks: 3 },
    async (number): Promise<ReplayChunk> => {
      read.push(number)
      if (failing.has(number)) throw new Error('gone')
      return { messages: [] }
    },
    () => clock.ms,
  )
  return { timeline, read, failing, clock }
}

test('a recorded session goes from its beginning to its end, and has no present', () => {
  const { timeline } = openRecorded()
  assert.deepEqual([timeline.startMs(), timeline.endMs(), timeline.presentMs], [0, 45_000, null])
})

for (const [atMs, number, fromMs, untilMs] of [
  [-5, 0, 0, 20_000],
  [0, 0, 0, 20_000],
  [19_999, 0, 0, 20_000],
  [20_000, 1, 20_000, 40_000],
  [40_000, 2, 40_000, Infinity],
  [99_000, 2, 40_000, Infinity],
] as const) {
  test(`the moment ${atMs} is in chunk ${number}`, async () => {
    const { timeline, read } = openRecorded()
    const section = await timeline.findSection(atMs)
    assert.deepEqual(read, [number])
    assert.deepEqual([section.fromMs, section.untilMs()], [fromMs, untilMs])
  })
}

test('a chunk is read once, prepared or not, while it or a neighbour is shown', async () => {
  const { timeline, read } = openRecorded()
  timeline.prepare(20_000)
  await timeline.findSection(20_000)
  await timeline.findSection(25_000)
  assert.deepEqual(read, [1])
  await timeline.findSection(0)
  await timeline.findSection(20_000)
  assert.deepEqual(read, [1, 0])
  await timeline.findSection(40_000)
  await timeline.findSection(20_000)
  assert.deepEqual(read, [1, 0, 2])
  await timeline.findSection(0)
  assert.deepEqual(read, [1, 0, 2, 0], 'what was two chunks away was read again')
})

test('a section that is in memory is there at once', async () => {
  const { timeline } = openRecorded()
  const section = await timeline.findSection(0)
  assert.equal(timeline.findSection(1), section)
})

test('a chunk that could not be read is read again', async () => {
  const { timeline, read, failing } = openRecorded()
  failing.add(1)
  await assert.rejects(async () => timeline.findSection(20_000), /gone/)
  failing.clear()
  await timeline.findSection(20_000)
  assert.deepEqual(read, [1, 1])
})

test('a chunk that could not be prepared is prepared again two seconds later', async () => {
  const { timeline, read, failing, clock } = openRecorded()
  failing.add(1)
  for (const ms of [0, 100, 1_999, 2_000, 2_100]) {
    clock.ms = ms
    timeline.prepare(20_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(read, [1, 1])
})

function pressed(key: keyof ReturnType<typeof timeKeys>, known: object = {}) {
  const done: (string | number)[] = []
  const view = {
    atMs: 62_000,
    startMs: 1_000,
    endMs: 200_000,
    playing: false,
    following: false,
    delayMs: 0,
    ...known,
  }
  const player: unknown = {
    view: () => view,
    play: () => done.push('play'),
    pause: () => done.push('pause'),
    follow: () => done.push('follow'),
    seek: async (atMs: number) => void done.push(atMs),
  }
  const laps = [30_000, 60_000, 90_000].map((atMs, at) => ({ lap: at + 1, atMs }))
  const keys: unknown = Reflect.apply(timeKeys, null, [player, () => ({ laps })])
  assert.ok(typeof keys === 'object' && keys !== null)
  const press: unknown = Reflect.get(keys, key)
  assert.ok(typeof press === 'function')
  press()
  return done
}

for (const [key, known, done] of [
  [' ', {}, ['play']],
  [' ', { playing: true }, ['pause']],
  ['.', {}, ['follow']],
  ['ArrowLeft', {}, [57_000]],
  ['ArrowRight', {}, [67_000]],
  ['Shift+ArrowLeft', { atMs: 62_001 }, [60_000]],
  ['Shift+ArrowLeft', { atMs: 62_000 }, [30_000]],
  ['Shift+ArrowLeft', { atMs: 32_000 }, [1_000]],
  ['Shift+ArrowRight', { atMs: 60_000 }, [90_000]],
  ['Shift+ArrowRight', { atMs: 59_999 }, [60_000]],
  ['Shift+ArrowRight', { atMs: 90_000 }, [200_000]],
] as const) {
  test(`the key "${key}" with ${JSON.stringify(known)} leads to ${done.join()}`, () => {
    assert.deepEqual(pressed(key, known), done)
  })
}
