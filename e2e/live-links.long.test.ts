import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { liveSessions } from '@pitboard/contract/live/live'
import { replays, type ReplayChunk } from '@pitboard/contract/live/replay'
import type { Page } from 'playwright-core'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { startLinkedRace } from './src/linked-race.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard, type Pitboard } from './src/pitboard.ts'
import { startProxy, type Proxy } from './src/proxy.ts'
import {
  POSITIONS,
  takeShownClock,
  watchShownClock,
  type ShownClock,
} from '@pitboard/web/testing/shown-clock'
import type { TimedGame } from './src/timed-game.ts'

const POOR_LINK = { latencyMs: 200, jitterMs: 60, loss: 0.02 }
const MARKED_MS_MAX = 3_000
/** A page that paints nothing for this long does not run. */
const ASLEEP_MS = 1_000
const RECOVERY_MS_MAX = 2_000
const MOMENT_MS_MAX = 500
/** A chunk has ten messages a second for 20 s, and the snapshot that it begins with. */
const CHUNK_MESSAGES_MAX = 201
/** Any value on a link that works is late by the link and by what is between game and server. */
const PRESENT_AGE_MS_MAX = 1_000

interface World {
  readonly game: TimedGame
  readonly proxy: Proxy
  readonly page: Page
}

test('on poor and broken links the live page marks what is old and soon shows the present', async (t) => {
  const pitboard = await startPitboard(t)
  const { port } = pitboard
  const near = { from: '127.0.0.2', to: '127.0.0.1', ports: [port], quality: POOR_LINK }
  const proxy = await startProxy(t, near)
  const { game, recorder } = await startLinkedRace(t, pitboard, { cars: 20, rateHz: 20 })
  const id = await until(async () => (await pitboard.call(liveSessions.all))[0]?.id)
  const page = await openPage(t, await startBrowser(t))
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`http://127.0.0.2:${port}/live/${id}`)
  await page.locator('[data-cell="driver"]').first().waitFor()
  await watchShownClock(page)
  const world: World = { game, proxy, page }

  await t.test('with 200 ms and 2 % loss nothing is marked', async (t) => {
    await pause(4_000)
    const shown = await takeShownClock(page)
    assert.deepEqual([...new Set(shown.map(({ isMarked }) => isMarked))], [false])
    assertMarked(t, world, shown)
  })
  await t.test('a cut of 10 s', (t) =>
    checkBreak(t, world, { durationMs: 10_000, begin: proxy.cut, end: proxy.mend }),
  )
  await t.test('a server that stands still for 15 s', (t) =>
    checkBreak(t, world, { durationMs: 15_000, begin: pitboard.suspend, end: pitboard.resume }),
  )
  await t.test('a recorder that stands still for 5 s', (t) =>
    checkBreak(t, world, {
      durationMs: 5_000,
      begin: () => recorder.process.kill('SIGSTOP'),
      end: () => recorder.process.kill('SIGCONT'),
    }),
  )
  await t.test('a page that does not run for 6 s, and what waited in its socket', async (t) => {
    await devtools.send('Debugger.enable')
    await checkBreak(t, world, {
      durationMs: 6_000,
      begin: () => devtools.send('Debugger.pause'),
      end: () => devtools.send('Debugger.resume'),
    })
  })
  await t.test('all cars have the positions that the server has', async () => {
    await until(async () => {
      const { drivers } = await pitboard.call(liveSessions.get, { params: { id } })
      const shown = await page.evaluate<Record<number, number>>(POSITIONS)
      return drivers.every(({ position }, place) => shown[place] === position)
    })
  })
  await t.test('any moment of the race is answered within 500 ms', (t) =>
    openMoments(t, pitboard, id),
  )
})

interface Break {
  readonly durationMs: number
  readonly begin: () => unknown
  readonly end: () => unknown
}

async function checkBreak(
  t: TestContext,
  world: World,
  { durationMs, begin, end }: Break,
): Promise<void> {
  const { page, game, proxy } = world
  await takeShownClock(page)
  const begunMs = Date.now()
  await begin()
  // The break has this length, because it has no event to wait for.
  await pause(durationMs)
  const endedMs = Date.now()
  const lossMs = proxy.lossMs()
  await end()
  const shown: ShownClock[] = []
  const recovered = await until(async () => {
    shown.push(...(await takeShownClock(page)))
    return shown.find(
      ({ epochMs, isMarked, sessionSecond }) =>
        epochMs > endedMs && !isMarked && game.ageMs(sessionSecond, epochMs) < PRESENT_AGE_MS_MAX,
    )
  })
  assertMarked(t, world, shown, begunMs)
  const recoveryMs = recovered.epochMs - endedMs
  const slackMs = longestFrame(shown, endedMs) + proxy.lossMs() - lossMs
  t.diagnostic(`the present after ${recoveryMs} ms, slack ${slackMs} ms`)
  assert.ok(recoveryMs <= RECOVERY_MS_MAX + slackMs, `the present after ${recoveryMs} ms`)
}

/** A busy machine answers late: then a moment takes no longer than some small requests. */
async function openMoments(t: TestContext, { call, url }: Pitboard, id: string): Promise<void> {
  const params = { sessionId: id }
  const openedMs: number[] = []
  const plainMs: number[] = []
  for (let moment = 0; moment < 10; moment++) {
    plainMs.push(await durationOf(() => call(liveSessions.all)))
    const { version, chunks } = await call(replays.live, { params })
    const number = (moment * 7) % chunks
    const open = async () => {
      await call(replays.live, { params })
      const answer = await fetch(`${url}/api/LiveSession/${id}/replay/${version}/${number}`)
      const { messages }: ReplayChunk = await answer.json()
      assert.equal(messages[0]?.t, 'snapshot')
      assert.ok(messages.length <= CHUNK_MESSAGES_MAX, `${messages.length} messages`)
    }
    openedMs.push(await durationOf(open))
  }
  const slowestMs = Math.max(...openedMs)
  const limitMs = Math.max(MOMENT_MS_MAX, 20 * median(plainMs))
  t.diagnostic(`at most ${Math.round(slowestMs)} ms, a small request ${median(plainMs)} ms`)
  assert.ok(slowestMs <= limitMs, `${slowestMs} ms`)
}

async function durationOf(act: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await act()
  return performance.now() - startMs
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function assertMarked(
  t: TestContext,
  { game }: World,
  shown: readonly ShownClock[],
  fromMs = shown[0]?.epochMs ?? 0,
): void {
  // The frame with which a page wakes can be painted before any of its code runs.
  const isAwake = ({ epochMs }: ShownClock, i: number) =>
    epochMs - (shown[i - 1]?.epochMs ?? fromMs) < ASLEEP_MS
  const unmarked = shown.filter((clock, i) => !clock.isMarked && isAwake(clock, i))
  const oldestMs = Math.max(
    ...unmarked.map(({ sessionSecond, epochMs }) => game.ageMs(sessionSecond, epochMs)),
  )
  t.diagnostic(`unmarked up to ${oldestMs} ms`)
  assert.ok(oldestMs <= MARKED_MS_MAX, `not marked, and ${oldestMs} ms old`)
}

/** A busy machine paints late: the page cannot be more exact than its frames. */
function longestFrame(shown: readonly ShownClock[], fromMs: number): number {
  const after = shown.filter(({ epochMs }) => epochMs > fromMs)
  return Math.max(0, ...after.slice(1).map(({ epochMs }, i) => epochMs - (after[i]?.epochMs ?? 0)))
}
