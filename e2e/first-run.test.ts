import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { recorderKeys } from '@pitboard/contract/accounts/accounts'
import { Downloads } from '@pitboard/contract/site/downloads'
import { SERVER_FILE } from '@pitboard/contract/site/server-in-download'
import { createClient } from '@pitboard/contract/wire/client'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { driveRace } from '@pitboard/sim/drive'
import { createRace } from '@pitboard/sim/race'
import type { Download } from 'playwright-core'
import { Value } from 'typebox/value'
import { DIST } from '@pitboard/recorder/build/build'
import { chooseName } from '@pitboard/web/testing/account-pages'
import { ensureBuilt } from '@pitboard/web/testing/builds'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { readDownload } from './src/download.ts'
import { until } from '@pitboard/contract/testing/patience'
import { openSite } from './src/site-in-process.ts'
import { unzip } from './src/unzip.ts'

const ACTIONS_MAX = 8
const WITHIN_MS = 3 * 60_000
const NEWCOMER = { email: 'newcomer@racer.example', password: 'a-long-enough-password-1' }

test('from the landing page to a live race in at most 8 actions and 3 minutes', async (t) => {
  await ensureBuilt('recorder')
  const { url, mails } = await openSite(t, { DOWNLOADS_DIR: offerArchiveAlone(t) })
  const notices = await fetch(`${url}/third-party-notices.txt`)
  assert.match(notices.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(await notices.text(), /^react-dom /m)
  const computer = await openComputer(t)
  const page = await openPage(t, await startBrowser(t), { acceptDownloads: true })
  const race = createRace({ seed: 5, laps: 2, cars: 8, rateHz: 10, trackId: 10 })
  const game = new AbortController()
  t.after(() => game.abort())

  const actions: string[] = []
  async function act(what: string, action: () => Promise<unknown>): Promise<void> {
    actions.push(what)
    await action()
  }

  const startedAtMs = performance.now()
  await page.goto(url)
  const main = page.getByRole('main')
  const downloading = page.waitForEvent('download')
  await act('downloads the recorder', () =>
    main.getByRole('link', { name: 'Recorder (needs Node)' }).first().click(),
  )
  await page.waitForURL('**/downloadInfo')
  const download = await downloading
  await act('starts the recorder', () => computer.start(download))
  await page.goto(await computer.openedPage())
  await act('chooses to sign up', () => main.getByRole('link', { name: 'Sign up' }).click())
  await act('signs up', async () => {
    // The page of signing in stays until that of signing up is loaded, and has the same fields.
    const form = main.getByRole('form', { name: 'Sign Up' })
    await form.getByRole('textbox', { name: 'Email address' }).fill(NEWCOMER.email)
    await form.getByLabel('Password', { exact: true }).fill(NEWCOMER.password)
    await form.getByRole('button', { name: 'Sign Up' }).click()
  })
  await act('opens the link in the mail', async () => {
    const { link } = await mails.next(NEWCOMER.email)
    await page.goto(link)
  })
  await act('chooses a name', () => chooseName(page, 'Newcomer'))
  await page.getByText(await computer.shownCode(), { exact: true }).waitFor()
  await act('confirms the code', () =>
    page.getByRole('button', { name: 'Confirm and pair' }).click(),
  )
  const steps = page.getByRole('region', { name: 'Your first live race' })
  const hint = steps.getByText(`receives nothing on UDP port ${computer.listenPort}`)
  await hint.waitFor()
  let driving: Promise<unknown> = Promise.resolve()
  await act('switches telemetry on and drives', async () => {
    driving = driveRace(race, { port: computer.listenPort, speed: 4, signal: game.signal })
  })
  await page.waitForURL('**/live/*')
  await page.getByRole('table', { name: 'Timing tower' }).locator('tbody tr').nth(7).waitFor()
  const tookMs = performance.now() - startedAtMs

  assert.ok(actions.length <= ACTIONS_MAX, actions.join(', '))
  assert.ok(tookMs <= WITHIN_MS, `${tookMs} ms`)
  t.diagnostic(`${actions.length} actions, ${(tookMs / 1000).toFixed(1)} s`)

  const { key, mode } = computer.storedKey()
  assert.equal(mode & 0o077, 0, 'only this user can read the key')
  assert.ok(!computer.output().includes(key), 'the key is not printed')
  const token = await page.evaluate<string>(
    `JSON.parse(localStorage.getItem('pitboard.auth')).access_token`,
  )
  const call = createClient({ baseUrl: url, token: () => token })
  const keys = await call(recorderKeys.list)
  assert.equal(keys.length, 1)
  game.abort()
  await driving
})

/** Makes the server offer what it offers after `npm start`: programs that other tests have built stay out. */
function offerArchiveAlone(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-downloads-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const built: unknown = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
  assert.ok(Value.Check(Downloads, built))
  const platforms = built.platforms.filter(({ platform }) => platform === 'portable')
  for (const { file } of platforms) copyFileSync(join(DIST, file), join(folder, file))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...built, platforms }))
  return folder
}

/** Opens the newcomer's computer: a home folder, Node, and a browser that notes what is opened. */
async function openComputer(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'pitboard-newcomer-'))
  const config = join(home, 'config', 'pitboard')
  const programs = join(home, 'bin')
  const opened = join(home, 'opened')
  const listenPort = await freePort()
  mkdirSync(config, { recursive: true })
  mkdirSync(programs)
  // Other tests of this machine may use the game's own port.
  writeFileSync(join(config, 'settings.json'), JSON.stringify({ listenPort }))
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" > "${opened}"\n`, { mode: 0o755 })
  let output = ''
  return {
    listenPort,
    output: () => output,
    async start(download: Download): Promise<void> {
      const folder = join(home, 'downloads')
      for (const { name, mode, bytes } of await unzip(await readDownload(download))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), bytes, { mode })
      }
      const started = join(folder, 'pitboard-recorder', 'pitboard-recorder')
      assert.ok(existsSync(join(dirname(started), SERVER_FILE)))
      const recorder = spawn(started, [], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`,
          HOME: home,
          XDG_CONFIG_HOME: join(home, 'config'),
        },
      })
      for (const stream of [recorder.stdout, recorder.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      }
      const ended = once(recorder, 'close')
      t.after(async () => {
        recorder.kill('SIGKILL')
        await ended
        rmSync(home, { recursive: true, force: true, maxRetries: 10 })
      })
    },
    openedPage: () =>
      until(() => (existsSync(opened) ? readFileSync(opened, 'utf8').trim() : null)),
    shownCode: () => until(() => /\b[A-Z]{4}-[A-Z]{4}\b/.exec(output)?.[0]),
    storedKey() {
      const path = join(config, 'settings.json')
      const [key] = /pb_[\w-]+/.exec(readFileSync(path, 'utf8')) ?? []
      assert.ok(key)
      return { key, mode: statSync(path).mode }
    },
  }
}
