import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { leagues } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { freePort } from '@pitboard/recorder/testing/free-port'
import type { Page } from 'playwright-core'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { comesToBe } from '@pitboard/contract/testing/patience'

const COMPLETE = /league is (complete)/
const RACE = ['--laps', '2', '--rate', '10']

test('the demo: a race is watched live in a browser, its recorded session stays, and a second start finds the championship', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-demo-'))
  const started: Demo[] = []
  t.after(async () => {
    for (const demo of started) await demo.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const start = async (options: readonly string[]): Promise<Demo> => {
    const demo = await startDemo(dataDir, [...RACE, ...options])
    started.push(demo)
    return demo
  }
  // The browser comes first: a race at twelve times real time waits for nobody.
  const page = await openPage(t, await startBrowser(t))
  const first = await start(['--seed', '7', '--speed', '12', '--once'])
  await watchRace(page, await first.printed(/driven:\s+(\S+)/))

  const seasonUrl = await first.printed(/season:\s+(\S+)/)
  await first.printed(COMPLETE)
  const season = await readSeason(seasonUrl)
  assert.deepEqual(pastOf(season), PAST)
  assert.ok(season.adjustments.some(({ revokedAt }) => revokedAt !== null))
  const drivers = driversOf(season)
  assert.equal(drivers.size, 20, 'the same drivers in every round')
  const sizes = season.standings.tiers?.map((tier) => [tier.tier, tier.drivers.length])
  assert.deepEqual(sizes, [
    ['Gold', 10],
    ['Silver', 10],
  ])
  const { origin } = new URL(seasonUrl)
  for (const { session, role } of season.events.flatMap((event) => event.sessions)) {
    const detail = await createClient({ baseUrl: origin })(sessions.get, {
      params: { id: session.id },
    })
    const timed = detail.drivers.filter(({ bestLapTimeMs }) => bestLapTimeMs !== null)
    assert.ok(detail.sessionEndTime === null || timed.length >= 18, `${role}: ${timed.length}`)
  }
  const [next] = (await createClient({ baseUrl: origin })(seasons.list)).seasons
  assert.ok(next && next.id !== season.id)
  const params = { seasonId: next.id }
  const signUp = await createClient({ baseUrl: origin })(signUps.season, { params })
  assert.partialDeepStrictEqual(signUp, { isOpen: true, accepted: 1 })
  await first.stop()

  const second = await start(['--seed', '8'])
  const again = await second.printed(/season:\s+(\S+)/)
  await second.printed(COMPLETE)
  assert.equal(new URL(again).pathname, new URL(seasonUrl).pathname)
  await comesToBe(async () => (await readSeason(again)).isLive, true)
  const moving = await readSeason(again)
  assert.deepEqual(pastOf(moving), PAST)
  assert.deepEqual(rolesOf(moving).slice(3), [['race'], []], 'the live race, and a round ahead')
  assert.deepEqual(driversOf(moving), drivers)
  const call = createClient({ baseUrl: new URL(again).origin })
  assert.equal((await call(leagues.list)).count, 1)
})

const PAST = {
  roles: [
    ['qualifying', 'race'],
    ['sprint', 'race'],
    ['qualifying', 'race'],
  ],
  adjustments: 4,
  publications: 1,
}

function pastOf(season: Season): typeof PAST {
  return {
    roles: rolesOf(season).slice(0, 3),
    adjustments: season.adjustments.length,
    publications: season.publication?.version ?? 0,
  }
}

function rolesOf({ events }: Season): string[][] {
  return events.map((event) => event.sessions.map(({ role }) => role))
}

function driversOf({ standings }: Season): ReadonlySet<string> {
  return new Set(standings.drivers.map(({ name }) => name))
}

async function readSeason(url: string): Promise<Season> {
  const { origin, pathname } = new URL(url)
  const id = pathname.split('/').at(-1) ?? ''
  return createClient({ baseUrl: origin })(seasons.get, { params: { id } })
}

async function watchRace(page: Page, liveUrl: string): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(liveUrl)

  const tower = page.getByRole('table', { name: 'Timing tower' })
  await tower.locator('tbody tr').nth(19).waitFor()
  const first = await order(page)
  assert.equal(first.length, 20)
  const asAtFirst = first.map((place) => `tr[data-place="${place}"]`).join(' + ')
  await tower.locator(asAtFirst).waitFor({ state: 'detached' })

  const recorded = page.getByRole('link', { name: 'Result', exact: true })
  await recorded.click({ timeout: 900_000 })
  const classification = page.getByRole('region', { name: 'Classification' }).getByRole('table')
  await classification.waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const call = createClient({ baseUrl: new URL(liveUrl).origin })
  const detail = await call(sessions.get, { params: { id } })
  assert.equal(detail.classification, 'final')
  const winner = detail.drivers.find((driver) => driver.finishingPosition === 1)
  const rows = classification.locator('tbody tr')
  await comesToBe(async () => rows.count(), 20)
  assert.ok(winner && (await rows.first().innerText()).includes(winner.name))
  assert.deepEqual(errors, [])
}

async function order(page: Page): Promise<(string | null)[]> {
  return page
    .locator('table[aria-label="Timing tower"] tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-place')))
}

interface Demo {
  /** Resolves with the group of the first text that the demo prints in this form. */
  printed(label: RegExp): Promise<string>
  stop(): Promise<void>
}

/** Runs `npm run demo` on free ports. */
async function startDemo(dataDir: string, options: readonly string[]): Promise<Demo> {
  const demo = spawn(
    'npm',
    ['run', 'demo', '--', ...options, '--telemetryPort', String(await freePort())],
    {
      env: {
        ...process.env,
        PORT: String(await freePort()),
        INGEST_TCP_PORT: '0',
        INGEST_UDP_PORTS: '0',
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  // The process is closed once everything it started has ended too.
  const closed = once(demo, 'close')
  let output = ''
  const lines = new EventEmitter()
  for (const stream of [demo.stdout, demo.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`
      lines.emit('line')
    })
  }
  const stop = async (): Promise<void> => {
    demo.kill('SIGTERM')
    await closed
  }
  return {
    stop,
    async printed(label) {
      for (;;) {
        const found = label.exec(output)?.[1]
        if (found !== undefined) return found
        const isOver = await Promise.race([once(lines, 'line'), closed.then(() => true)])
        assert.ok(isOver !== true && !/could not complete/.test(output), output)
      }
    },
  }
}
