import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import type { Page } from 'playwright-core'
import { openPage, startBrowser } from './src/browser.ts'

test('the demo: a race is watched live in a browser, and its recorded session stays', async (t) => {
  // The browser first: a race at twelve times real time waits for nobody.
  const page = await openPage(t, await startBrowser(t))
  const liveUrl = await startDemo(t)
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

  const recorded = page.getByRole('link', { name: 'Recorded session' })
  await recorded.click({ timeout: 900_000 })
  const classification = page.getByRole('region', { name: 'Classification' }).getByRole('table')
  await classification.waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const call = createClient({ baseUrl: new URL(liveUrl).origin })
  const detail = await call(sessions.get, { params: { id } })
  assert.equal(detail.classification, 'final')
  const winner = detail.drivers.find((driver) => driver.finishingPosition === 1)
  const rows = classification.locator('tbody tr')
  assert.equal(await rows.count(), 20)
  assert.ok(winner && (await rows.first().innerText()).includes(winner.name))
  assert.deepEqual(errors, [])
})

async function order(page: Page): Promise<(string | null)[]> {
  return page
    .locator('table[aria-label="Timing tower"] tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-place')))
}

/** `npm run demo` on free ports with a short, quick race; resolves with the live page's address. */
async function startDemo(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-demo-'))
  const options = ['--laps', '3', '--speed', '12', '--rate', '20', '--seed', '7', '--once']
  const demo = spawn(
    'npm',
    ['run', 'demo', '--', ...options, '--telemetryPort', String(await freePort())],
    {
      env: {
        ...process.env,
        PORT: String(await freePort()),
        INGEST_TCP_PORT: '0',
        INGEST_UDP_PORTS: '0',
        DATA_DIR: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const liveUrl = new Promise<string>((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        const address = /driven:\s+(\S+)/.exec(line)?.[1]
        if (address !== undefined) resolve(address)
      })
    }
    demo.once('exit', () => reject(new Error(`The demo ended:\n${output}`)))
  })
  t.after(async () => {
    // Closed once everything it started has ended too.
    const closed = once(demo, 'close')
    demo.kill('SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true })
  })
  return liveUrl
}
