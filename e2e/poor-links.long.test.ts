import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { liveSessions } from '@pitboard/contract/live/live'
import { replays, type ReplayChunk } from '@pitboard/contract/live/replay'
import type { Page } from 'playwright-core'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { startLinkedRace } from './src/linked-race.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard, type Pitboard } from './src/pitboard.ts'
import { startProxy } from './src/proxy.ts'
import { POSITIONS, takeShownClock, watchShownClock } from '@pitboard/web/testing/shown-clock'
import type { TimedGame } from './src/timed-game.ts'

// This test has no time limits: those are for a machine that does nothing else (`live-links.long.test.ts`).
const POOR_LINK = { latencyMs: 200, jitterMs: 60, loss: 0.02 }
/** Any value on a link that works is late by the link and by what is between game and server. */
const PRESENT_AGE_MS_MAX = 1_000
/** A chunk has ten messages a second for 20 s, and the snapshot that it begins with. */
const CHUNK_MESSAGES_MAX = 201

interface Shown {
  readonly game: TimedGame
  readonly page: Page
}

test('on poor and broken links the live page marks what is old, and then shows the present', async (t) => {
  const pitboard = await startPitboard(t)
  const { port } = pitboard
  const near = { from: '127.0.0.2', to: '127.0.0.1', ports: [port], quality: POOR_LINK }
  const proxy = await startProxy(t, near)
  const { game, recorder } = await startLinkedRace(t, pitboard, { cars: 6, rateHz: 10, lean: true })
  const id = await until(async () => (await pitboard.call(liveSessions.all))[0]?.id)
  const page = await openPage(t, await startBrowser(t))
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`http://127.0.0.2:${port}/live/${id}`)
  await page.locator('[data-cell="driver"]').first().waitFor()
  await watchShownClock(page)
  const shown: Shown = { game, page }
  await waitForPresent(shown)

  await t.test('a link that is cut', async () => {
    proxy.cut()
    await waitForMark(shown)
    proxy.mend()
    await waitForPresent(shown)
  })
  await t.test('a server that stands still', async () => {
    pitboard.suspend()
    await waitForMark(shown)
    pitboard.resume()
    await waitForPresent(shown)
  })
  await t.test('a recorder that stands still', async () => {
    recorder.process.kill('SIGSTOP')
    await waitForMark(shown)
    recorder.process.kill('SIGCONT')
    await waitForPresent(shown)
  })
  await t.test('a page that does not run, and what waited in its socket', async () => {
    await devtools.send('Debugger.enable')
    await devtools.send('Debugger.pause')
    const before = await pitboard.call(liveSessions.get, { params: { id } })
    await until(async () => {
      const { sessionTimeMs } = await pitboard.call(liveSessions.get, { params: { id } })
      return sessionTimeMs > before.sessionTimeMs + 2 * PRESENT_AGE_MS_MAX
    })
    await devtools.send('Debugger.resume')
    await waitForPresent(shown)
  })
  await t.test('all cars have the positions that the server has', async () => {
    await until(async () => {
      const { drivers } = await pitboard.call(liveSessions.get, { params: { id } })
      const positions = await page.evaluate<Record<number, number>>(POSITIONS)
      return drivers.every(({ position }, place) => positions[place] === position)
    })
  })
  await t.test('any moment of the race is answered by a chunk of limited size', (t) =>
    openMoments(t, pitboard, id),
  )
})

async function waitForMark({ page }: Shown): Promise<void> {
  await until(async () => (await takeShownClock(page)).some(({ isMarked }) => isMarked))
}

/** A frame that was painted from now on has no mark, and the second that the game is in. */
async function waitForPresent({ page, game }: Shown): Promise<void> {
  const fromMs = Date.now()
  await until(async () =>
    (await takeShownClock(page)).some(
      ({ epochMs, isMarked, sessionSecond }) =>
        epochMs > fromMs && !isMarked && game.ageMs(sessionSecond, epochMs) < PRESENT_AGE_MS_MAX,
    ),
  )
}

async function openMoments(t: TestContext, { call, url }: Pitboard, id: string): Promise<void> {
  const { version, chunks } = await call(replays.live, { params: { sessionId: id } })
  t.diagnostic(`${chunks} chunks`)
  for (let number = 0; number < chunks; number++) {
    const answer = await fetch(`${url}/api/LiveSession/${id}/replay/${version}/${number}`)
    const { messages }: ReplayChunk = await answer.json()
    assert.equal(messages[0]?.t, 'snapshot')
    assert.ok(messages.length <= CHUNK_MESSAGES_MAX, `${messages.length} messages`)
  }
}
