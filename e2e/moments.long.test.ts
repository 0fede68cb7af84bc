import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { liveSessions, type LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import { replays, type ReplayChunk } from '@pitboard/contract/live/replay'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { createRace } from '@pitboard/sim/race'
import type { Browser, Page } from 'playwright-core'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { type LiveWitness, type WitnessedState, witnessSession } from './src/live-witness.ts'
import type { PacedGame } from './src/paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard, type Pitboard } from './src/pitboard.ts'
import { startRecordedGame } from './src/recorded-game.ts'
import { assertReducerHad } from './src/reducer-check.ts'
import { openReferencePage, type ReferencePage } from './src/reference-page.ts'
import { compareValues, readShownMoment, type ShownValues } from './src/shown-values.ts'

/** The wall shows all columns and panels at once. */
const WALL = { viewport: { width: 2560, height: 1440 } }
const REPLAY_ROUNDS = 2
const REWINDS_AFTER_RESTART = 1
/** A crash may lose this much. */
const LOST_MS_MAX = 2_000
const LAPS = 3
const SHARE_STEP = 0.0005
const STEP_MS = 50
/** A busy machine is late; a wrong moment is off by a jump. */
const LATE_SECONDS_MAX = 4
const FOLLOWED_SECONDS = 5
const ATTEMPTS = 5
const ATTEMPT_MS = 300
const GAP_MS = 3_000

test('at random moments, under delay, pause and rewind, all panels show the reducer’s state of that moment', async (t) => {
  const seed = Math.floor(Math.random() * 100_000)
  t.diagnostic(`seed ${seed}`)
  const random = randomNumbers(seed)
  const race = createRace({ seed, laps: LAPS, cars: 20, rateHz: 20, trackId: 26 })
  const pitboard = await startPitboard(t)
  const [browser, { game }] = await Promise.all([
    startBrowser(t),
    startRecordedGame(t, pitboard, race),
  ])
  await game.driveTo(0.02)
  const id = await until(async () => (await pitboard.call(liveSessions.all))[0]?.id)
  const witness = witnessSession(t, pitboard.url, id)
  await game.driveTo(0.5)
  const stopDriving = driveOn(game)
  t.after(stopDriving)
  const { drivers } = await pitboard.call(liveSessions.get, { params: { id } })
  const followed = drivers[Math.floor(random() * drivers.length)]?.driverIdx
  const page = await openWall(t, browser, `${pitboard.url}/live/${id}?driver=${followed}`)
  const first = witness.states().at(-1)?.state
  assert.ok(first)
  const address = `${pitboard.url}/live/${id}?driver=${followed}`
  const reference = await openReferencePage(t, browser, address, first, WALL)
  const seen: (LiveSession | null)[] = []

  for (const rule of ROUNDS_IN_TURN) {
    await t.test(rule.name, async () => {
      const expected = await rule(page, witness, random)
      seen.push(await checkMoment(page, reference, witness.states, expected))
    })
  }

  await t.test('a server that was killed goes on with the timeline', async (t) => {
    const before = witness.states()
    await pitboard.kill()
    await pitboard.start()
    await until(async () => (await pitboard.call(liveSessions.all))[0]?.id)
    const later = witnessSession(t, pitboard.url, id)
    const present = await showPresent(page, later, random)
    seen.push(await checkMoment(page, reference, later.states, present))
    for (let round = 0; round < REWINDS_AFTER_RESTART; round++) {
      const killedMs = (before.at(-1)?.atMs ?? 0) - LOST_MS_MAX
      const second = await rewind(page, { states: () => before, presentMs: () => killedMs }, random)
      seen.push(await checkMoment(page, reference, () => before, second))
    }
  })

  await stopDriving()
  await game.driveTo(1)
  await t.test('a recorded session', async (t) => {
    const recorded = await until(async () => (await pitboard.call(sessions.list)).sessions[0]?.id)
    const played = await openWall(
      t,
      browser,
      `${pitboard.url}/sessions/${recorded}?t=1&driver=${followed}`,
    )
    await played.getByRole('button', { name: 'Pause', exact: true }).click()
    const states = await readReplay(pitboard, recorded)
    for (let round = 0; round < REPLAY_ROUNDS; round++) {
      const second = Math.floor((random() * (states.at(-1)?.atMs ?? 0)) / 1000)
      await seek(played, second)
      const expected = { second: () => second, isExact: true }
      seen.push(await checkMoment(played, reference, () => states, expected))
    }
  })
  const witnessed = seen.filter((state) => state !== null)
  t.diagnostic(`${witnessed.length} of ${seen.length} moments`)
  assert.ok(witnessed.length > seen.length / 2)
  assertReducerHad(race, witnessed)
})

/** The game drives faster than in a race, so that a lot happens in the time of the test. */
function driveOn(game: PacedGame): () => Promise<void> {
  let isOn = true
  const driving = (async () => {
    for (let share = 0.5; isOn && share < 0.95; share += SHARE_STEP) {
      await game.driveTo(share)
      await pause(STEP_MS)
    }
  })()
  return async () => {
    isOn = false
    await driving
  }
}

async function openWall(t: TestContext, browser: Browser, address: string): Promise<Page> {
  const page = await openPage(t, browser, WALL)
  await page.addInitScript(`localStorage.setItem('live.feed', 'all')`)
  await page.goto(address)
  await page.getByRole('slider', { name: 'Moment of the session' }).waitFor()
  await page.locator('[data-cell="driver"]').first().waitFor()
  return page
}

interface Expected {
  /** Returns the second of the timeline that should be shown now. */
  readonly second: () => number
  /** The page shows the beginning of that second, and not a moment in it. */
  readonly isExact: boolean
}

/** Brings the page to a moment. */
type Rule = (page: Page, witness: LiveWitness, random: () => number) => Promise<Expected>

const showPresent: Rule = async (page, { presentMs }, random) => {
  await page.getByLabel('Delay in s').fill('0')
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await pause(random() * 1_000)
  return { second: () => presentMs() / 1000, isExact: false }
}

const showLater: Rule = async (page, { presentMs }, random) => {
  const delay = Math.ceil(random() * Math.min(presentMs() / 1000 - FOLLOWED_SECONDS, 30))
  await page.getByLabel('Delay in s').fill(String(delay))
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await pause(random() * 1_000)
  return { second: () => presentMs() / 1000 - delay, isExact: false }
}

const stopAnywhere: Rule = async (page, { presentMs }, random) => {
  await page.getByLabel('Delay in s').fill('0')
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await pause(random() * 1_000)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const stopped = presentMs() / 1000
  await pause(random() * 2_000)
  return { second: () => stopped, isExact: false }
}

const rewind: Rule = async (page, { states, presentMs }, random) => {
  await page.getByLabel('Delay in s').fill('0')
  await stop(page)
  const first = Math.ceil((states()[0]?.atMs ?? 0) / 1000)
  // Closer to the present the page would follow it again.
  const last = await until(() => {
    const followedFrom = presentMs() / 1000 - FOLLOWED_SECONDS
    return followedFrom > first ? followedFrom : null
  })
  const second = first + Math.floor(random() * (last - first))
  await seek(page, second)
  return { second: () => second, isExact: true }
}

const playFromEarlier: Rule = async (page, witness, random) => {
  await rewind(page, witness, random)
  const { barSecond } = await readShownMoment(page)
  const begun = performance.now()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await pause(random() * 2_000)
  return { second: () => barSecond + (performance.now() - begun) / 1000, isExact: false }
}

const ROUNDS_IN_TURN = [showPresent, rewind, showLater, playFromEarlier, rewind, stopAnywhere]

async function stop(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Pause', exact: true })
  if (await button.isVisible()) await button.click()
}

async function seek(page: Page, second: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Moment of the session' })
  // The bar names whole seconds: the one that it names already would move nothing.
  if ((await slider.inputValue()) === String(second * 1000)) await slider.press('ArrowRight')
  await slider.fill(String(second * 1000))
}

/**
 * Returns the state that the page shows, after the assertion that it is one of the moment it names; null for a moment
 * without witness.
 */
async function checkMoment(
  page: Page,
  reference: ReferencePage,
  states: () => readonly WitnessedState[],
  { second, isExact }: Expected,
): Promise<LiveSession | null> {
  let faults: string[] = []
  // A part of the timeline may still be on the way.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { values, barSecond, barText } = await readShownMoment(page)
    const expected = second()
    if (Math.abs(barSecond - expected) > LATE_SECONDS_MAX) {
      faults = [`${barText} instead of second ${expected}`]
    } else {
      const compared: string[][] = []
      let before: ShownValues | undefined
      for (const { state } of statesIn(states(), barSecond, isExact ? 0 : 999)) {
        const wanted = await reference.read(state)
        // A seek shows at once everywhere.
        const differences = compareValues(values, wanted, isExact ? undefined : before)
        before = wanted
        // The bar may be a frame ahead of the panels or behind them in the second of a new lap.
        const lap = leaderLap(state)
        const barEnd = lap === undefined ? /:\d\d$/ : new RegExp(`Lap ${lap}$`)
        if (!barEnd.test(barText)) differences.push(`${barText} does not end with ${barEnd.source}`)
        if (differences.length === 0) return state
        compared.push(differences)
      }
      const closest = compared.toSorted((a, b) => a.length - b.length)[0] ?? []
      faults = [`at ${barText}`, ...closest.slice(0, 8)]
    }
    await pause(ATTEMPT_MS)
  }
  if (hasGap(states(), second() * 1000)) return null
  assert.fail(faults.join('\n'))
}

/** A viewer that falls behind is skipped, the witness too: then nobody knows what was between. */
function hasGap(states: readonly WitnessedState[], atMs: number): boolean {
  const near = states.filter((each) => Math.abs(each.atMs - atMs) < GAP_MS)
  return near.some(({ state }, place) => {
    const before = near[place - 1]?.state
    return before !== undefined && before.version + 1 < state.version
  })
}

/** Returns the lap that the bar names; before the start nobody leads. */
function leaderLap({ drivers }: LiveSession): number | undefined {
  return drivers.find(({ position }) => position === 1)?.currentLapNumber
}

/** Returns what could be shown from a second on, for that long: the states in that time, and the one before. */
function statesIn(
  states: readonly WitnessedState[],
  second: number,
  forMs: number,
): readonly WitnessedState[] {
  const first = states.findLastIndex(({ atMs }) => atMs <= second * 1000)
  return states.slice(Math.max(0, first)).filter(({ atMs }) => atMs <= second * 1000 + forMs)
}

async function readReplay(pitboard: Pitboard, id: string): Promise<readonly WitnessedState[]> {
  const replay = await until(async () => {
    return (await pitboard.call(replays.get, { params: { sessionId: id } })).replay
  })
  const states: WitnessedState[] = []
  for (let number = 0; number < replay.chunks; number++) {
    const path = `/api/Sessions/${id}/replay/${replay.version}/${number}`
    const { messages }: ReplayChunk = await (await fetch(`${pitboard.url}${path}`)).json()
    let state: LiveSession | null = null
    for (const message of messages) {
      state = applyMessage(state, message)
      if (state) states.push({ atMs: message.at, state })
    }
  }
  return states
}

/** Returns the same numbers for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
