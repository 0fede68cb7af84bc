import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { StateMessage } from '@pitboard/contract/live/live-protocol'
import { aSession } from '../../testing/a-session.ts'
import { createPlayer } from './player.ts'
import type { Section } from './timeline.ts'

/** Makes a section with a state each second; `v` is the second, counted from 1. */
function part(fromS: number, toS: number, known: Partial<Section> = {}): Section {
  const first = aSession({ version: fromS + 1 })
  const messages: StateMessage[] = [{ t: 'snapshot', v: fromS + 1, at: fromS * 1000, state: first }]
  for (let second = fromS + 1; second < toS; second++) {
    messages.push({ t: 'delta', v: second + 1, at: second * 1000, d: 1000 })
  }
  return { fromMs: fromS * 1000, untilMs: () => toS * 1000, messages, ...known }
}

type Find = (atMs: number) => Section | Promise<Section>

/** Opens a player of a timeline that a test makes, with a clock that it moves. */
function open(
  t: TestContext,
  {
    isLive = false,
    find = () => part(0, 60),
    delayMs,
  }: { isLive?: boolean; find?: Find; delayMs?: number } = {},
) {
  const clock = { ms: 0 }
  const moments = { startMs: 0, endMs: 59_000, presentMs: 59_000 }
  const found: number[] = []
  const prepared: number[] = []
  const shown: LiveSession[] = []
  let isAborted = false
  const server = { find }
  const player = createPlayer({
    timeline: {
      startMs: () => moments.startMs,
      endMs: () => moments.endMs,
      presentMs: isLive ? () => moments.presentMs : null,
      findSection(atMs) {
        found.push(atMs)
        return server.find(atMs)
      },
      prepare: (atMs) => prepared.push(atMs),
      abort: () => (isAborted = true),
    },
    show: (session) => shown.push(session),
    now: () => clock.ms,
    ...(delayMs !== undefined && { delayMs }),
  })
  t.after(player.stop)
  return {
    player,
    clock,
    moments,
    found,
    prepared,
    shown,
    server,
    isAborted: () => isAborted,
    versions: () => shown.map(({ version }) => version),
    /** Lets time pass; the player notices it at its end. */
    pass(ms: number) {
      clock.ms += ms
      player.tick()
    },
    view: (...names: readonly (keyof ReturnType<typeof player.view>)[]) =>
      names.map((name) => player.view()[name]),
  }
}

test('a recording waits at its beginning; a session that is being driven is followed', (t) => {
  const recorded = open(t)
  const names = ['atMs', 'endMs', 'playing', 'following', 'speed', 'delayMs', 'failed'] as const
  assert.deepEqual(recorded.view(...names), [0, 59_000, false, false, 1, 0, false])
  const live = open(t, { isLive: true, delayMs: 4_000 })
  assert.deepEqual(live.view(...names), [0, 59_000, true, true, 1, 4_000, false])
  live.player.tick()
  assert.deepEqual(live.view('atMs', 'endMs'), [55_000, 55_000])
  assert.equal(live.shown.at(-1)?.version, 56)
})

test('forwards within a part nothing is found again, and each state is shown once', async (t) => {
  const { player, found, versions } = open(t)
  for (const atMs of [2_000, 2_500, 2_900, 4_000]) await player.seek(atMs)
  assert.deepEqual([found, versions()], [[2_000], [3, 5]])
})

test('backwards a part is shown from its beginning again', async (t) => {
  const { player, found, versions } = open(t)
  for (const atMs of [5_000, 4_999, 4_000]) await player.seek(atMs)
  assert.deepEqual(
    [found, versions()],
    [
      [5_000, 4_999],
      [6, 5],
    ],
  )
})

test('a part ends before the first moment that it lacks, and begins with its own', async (t) => {
  const { player, found } = open(t, {
    find: (atMs) => (atMs < 20_000 ? part(10, 20) : part(20, 60)),
  })
  for (const atMs of [10_000, 10_000, 19_999, 20_000, 21_000, 19_000, 9_999]) {
    await player.seek(atMs)
  }
  assert.deepEqual(found, [10_000, 20_000, 19_000, 9_999])
})

test('what a part begins with is shown also before its own moment', async (t) => {
  const { player, found, versions } = open(t, { find: () => part(3, 60, { fromMs: 0 }) })
  for (const atMs of [1_000, 500, 2_000]) await player.seek(atMs)
  assert.deepEqual([found, versions()], [[1_000], [4]])
})

test('a part without a message shows nothing', async (t) => {
  const { player, found, shown } = open(t, { find: () => part(0, 60, { messages: [] }) })
  await player.seek(1_000)
  await player.seek(2_000)
  assert.deepEqual([found, shown], [[1_000], []])
})

test('at the newest moment the state that the timeline has is shown, and before it that of the moment', async (t) => {
  const latest = aSession({ version: 60, viewers: 77 })
  const { player, shown } = open(t, { find: () => part(0, 60, { latest }) })
  await player.seek(58_999)
  assert.deepEqual([shown.at(-1)?.version, shown.at(-1)?.viewers], [59, 1])
  await player.seek(59_000)
  assert.equal(shown.at(-1), latest)
})

test('a moment that is sought lies between the first that is left and the newest', async (t) => {
  const { player, moments, view } = open(t)
  moments.startMs = 10_000
  for (const [sought, atMs] of [
    [-1, 10_000],
    [30_000, 30_000],
    [99_000, 59_000],
  ] as const) {
    await player.seek(sought)
    assert.deepEqual(view('atMs', 'startMs'), [atMs, 10_000])
  }
})

test('with a delay nothing after it can be seen, and nothing before the first moment that is left', async (t) => {
  const { player, moments, view } = open(t, { isLive: true })
  player.setDelay(20_000)
  moments.presentMs = 70_000
  await player.seek(99_000)
  assert.deepEqual(view('atMs', 'endMs'), [50_000, 50_000])
  moments.presentMs = 90_000
  player.tick()
  assert.deepEqual(view('endMs'), [59_000])
  moments.startMs = 58_000
  moments.presentMs = 60_000
  player.tick()
  assert.deepEqual(view('endMs'), [58_000])
})

test('a moment that is fetched is waited for: the bar stands at it and time does not pass', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Section>()
  const { player, found, shown, prepared, pass, view } = open(t, { find: () => promise })
  player.play()
  const seeking = player.seek(7_000)
  pass(5_000)
  pass(5_000)
  assert.deepEqual([found, shown, prepared], [[7_000], [], []])
  assert.deepEqual(view('atMs', 'playing'), [7_000, true])
  resolve(part(0, 60))
  await seeking
  assert.equal(shown.at(-1)?.version, 8)
  pass(1_000)
  assert.deepEqual(view('atMs'), [8_000])
})

test('of two moments the one that was sought last is shown, whichever arrives first', async (t) => {
  const first = Promise.withResolvers<Section>()
  const { player, versions, view, server } = open(t, { find: () => first.promise })
  const seeking = player.seek(2_000)
  server.find = () => part(0, 60)
  await player.seek(5_000)
  first.resolve(part(0, 60))
  await seeking
  assert.deepEqual([versions(), view('atMs')], [[6], [5_000]])
})

test('a moment that can not be fetched stops the player; another that is shown, or play, takes the word back', async (t) => {
  const { player, view, server, pass } = open(t)
  const failed = async () => {
    server.find = () => Promise.reject(new Error('gone'))
    player.play()
    await player.seek(3_000)
    assert.deepEqual(view('failed', 'playing', 'atMs'), [true, false, 3_000])
    server.find = () => part(0, 60)
  }
  await failed()
  await player.seek(4_000)
  assert.deepEqual(view('failed'), [false])
  await failed()
  await player.seek(4_500)
  assert.deepEqual(view('failed'), [false], 'what is in memory')
  await failed()
  player.play()
  assert.deepEqual(view('failed', 'playing'), [false, true])
  pass(100)
  assert.deepEqual(view('atMs'), [3_100])
})

test('while a moment is fetched again, it has not failed', async (t) => {
  const { player, view, server } = open(t, { find: () => Promise.reject(new Error('gone')) })
  await player.seek(3_000)
  server.find = () => new Promise<Section>(() => undefined)
  void player.seek(3_000)
  assert.deepEqual(view('failed'), [false])
})

test('a delay for which nothing is stored is dropped, and the present is shown', async (t) => {
  const { player, view, server, pass, shown } = open(t, { isLive: true, delayMs: 30_000 })
  server.find = (atMs) => (atMs < 59_000 ? Promise.reject(new Error('gone')) : part(0, 60))
  player.tick()
  await nextTurn()
  assert.deepEqual(view('delayMs', 'failed', 'following', 'playing'), [0, false, true, true])
  pass(100)
  assert.deepEqual([view('atMs'), shown.at(-1)?.version], [[59_000], 60])
})

test('time passes at the speed that was chosen, before a change at the former one', (t) => {
  const { player, view, pass, clock } = open(t)
  player.play()
  pass(1_000)
  player.setSpeed(4)
  pass(500)
  assert.deepEqual(view('atMs'), [3_000])
  clock.ms += 1_000
  player.setSpeed(1)
  assert.deepEqual(view('atMs', 'speed'), [7_000, 1])
  pass(1_000)
  assert.deepEqual(view('atMs'), [8_000])
})

test('while a recording is paused no time passes, nor what passed before when it goes on', (t) => {
  const { player, view, pass, clock } = open(t)
  player.play()
  pass(2_000)
  player.pause()
  assert.deepEqual(view('playing', 'following'), [false, false])
  pass(9_000)
  clock.ms += 9_000
  player.play()
  pass(500)
  assert.deepEqual(view('atMs'), [2_500])
})

test('a pause leaves the present, and a session that is paused is told how far it has gone', (t) => {
  const { player, view, pass, moments } = open(t, { isLive: true })
  player.tick()
  player.pause()
  assert.deepEqual(view('playing', 'following'), [false, false])
  moments.endMs = moments.presentMs = 70_000
  pass(11_000)
  assert.deepEqual(view('atMs', 'endMs'), [59_000, 70_000])
})

for (const [speed, aheadMs] of [
  [0.5, 2_500],
  [1, 5_000],
  [4, 20_000],
  [16, 20_000],
] as const) {
  test(`at ${speed} times the speed ${aheadMs / 1000} s are fetched ahead`, (t) => {
    const { player, pass, prepared } = open(t)
    player.play()
    player.setSpeed(speed)
    prepared.length = 0
    pass(1_000)
    assert.deepEqual(prepared, [speed * 1_000 + aheadMs])
  })
}

test('a recording ends where it ends, and played again it begins at its beginning', async (t) => {
  const { player, view, pass } = open(t)
  await player.seek(58_000)
  player.play()
  pass(999)
  assert.deepEqual(view('playing'), [true])
  pass(1)
  assert.deepEqual(view('playing', 'atMs'), [false, 59_000])
  player.play()
  assert.deepEqual(view('playing', 'atMs'), [true, 0])
  await player.seek(58_999)
  player.play()
  assert.deepEqual(view('atMs'), [58_999])
})

test('a session that is paused at its newest moment goes on there', (t) => {
  const { player, view } = open(t, { isLive: true })
  player.tick()
  player.pause()
  player.play()
  assert.deepEqual(view('playing', 'following', 'atMs'), [true, false, 59_000])
})

test('played up to the present, a session is followed at its own speed', async (t) => {
  const { player, view, pass } = open(t, { isLive: true })
  await player.seek(50_000)
  player.setSpeed(4)
  pass(1_000)
  assert.deepEqual(view('following', 'speed', 'atMs'), [false, 4, 54_000])
  pass(2_000)
  assert.deepEqual(view('following', 'speed', 'atMs'), [true, 1, 59_000])
})

test('the present is followed again at once, at its own speed; a recording has none', async (t) => {
  const live = open(t, { isLive: true })
  live.server.find = () => Promise.reject(new Error('gone'))
  live.player.setSpeed(4)
  await live.player.seek(5_000)
  live.server.find = () => part(0, 60)
  live.player.follow()
  const names = ['playing', 'following', 'speed', 'failed', 'atMs'] as const
  assert.deepEqual(live.view(...names), [true, true, 1, false, 59_000])
  const recorded = open(t)
  recorded.player.follow()
  assert.deepEqual(recorded.view(...names), [false, false, 1, false, 0])
})

test('what is added is shown at once in the present, and with a delay when its moment comes', (t) => {
  const { player, versions, moments, view } = open(t, { isLive: true })
  const add = (second: number) => {
    moments.endMs = moments.presentMs = second * 1_000
    player.advance()
    return versions().at(-1)
  }
  assert.equal(add(20), 21)
  assert.equal(add(21), 22)
  player.pause()
  assert.equal(add(22), 22)
  player.follow()
  player.setDelay(10_000)
  assert.deepEqual([versions().at(-1), view('atMs')], [13, [12_000]])
  assert.equal(add(24), 13)
  player.tick()
  assert.equal(versions().at(-1), 15)
})

test('with a delay the first thing that is added is looked for at once', (t) => {
  const { player, versions } = open(t, { isLive: true, delayMs: 9_000 })
  player.advance()
  assert.deepEqual(versions(), [51])
})

test('a moment that was sought does not move because something is added', async (t) => {
  const { player, view, clock } = open(t, { isLive: true })
  await player.seek(5_000)
  clock.ms += 1_000
  player.advance()
  assert.deepEqual(view('atMs'), [5_000])
})

for (const [sinceMs, delayMs, seconds] of [
  [2_199, 0, 0],
  [2_200, 0, 2],
  [3_999, 0, 3],
  [9_000, 5_000, 4],
  [7_000, 5_000, 0],
] as const) {
  test(`${sinceMs} ms without a message are a silence of ${seconds} s at a delay of ${delayMs} ms`, (t) => {
    const { moments, player, view } = open(t, { isLive: true, delayMs })
    moments.presentMs = moments.endMs + sinceMs
    player.tick()
    assert.deepEqual(view('silentSeconds'), [seconds])
    player.pause()
    player.tick()
    assert.deepEqual(view('silentSeconds'), [0], 'what is not followed is not silent')
  })
}

test('each moment is told once', (t) => {
  const { moments, player, pass } = open(t, { isLive: true, delayMs: 5_000 })
  let told = 0
  t.after(player.subscribe(() => told++))
  for (const second of [60, 61, 62]) {
    moments.endMs = moments.presentMs = second * 1_000
    pass(1_000)
  }
  assert.equal(told, 3)
  pass(100)
  assert.equal(told, 3, 'nothing has changed')
})

test('another session is followed from the beginning, whatever was sought of the former one', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Section>()
  const { player, view, server, shown, found } = open(t, { isLive: true })
  player.tick()
  player.setSpeed(4)
  server.find = () => Promise.reject(new Error('gone'))
  await player.seek(1_000)
  server.find = () => promise
  void player.seek(2_000)
  player.reset()
  const names = ['playing', 'following', 'speed', 'failed'] as const
  assert.deepEqual(view(...names), [true, true, 1, false])
  shown.length = found.length = 0
  resolve(part(0, 60))
  await nextTurn()
  assert.deepEqual(shown, [])
  server.find = () => part(0, 60)
  player.tick()
  assert.deepEqual([found, shown.length], [[59_000], 1], 'what was in memory is not shown')
})

test('a timer moves the clock ten times a second until it is stopped', (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  const { player, clock, view, isAborted } = open(t)
  const run = () => {
    clock.ms += 100
    mock.timers.tick(100)
    return view('atMs')[0]
  }
  player.play()
  assert.equal(run(), 0)
  player.start()
  player.start()
  assert.deepEqual([run(), run()], [100, 200])
  player.stop()
  assert.deepEqual([run(), isAborted()], [200, true])
  player.start()
  assert.equal(run(), 300)
})

test('what arrives after the player was stopped is not shown', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Section>()
  const { player, shown } = open(t, { find: () => promise })
  const seeking = player.seek(2_000)
  player.stop()
  resolve(part(0, 60))
  await seeking
  assert.deepEqual(shown, [])
})
