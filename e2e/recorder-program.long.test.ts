import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { assertTruth } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import type { Page } from 'playwright-core'
import { settled } from '@pitboard/web/testing/axe'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { startPacedGame } from './src/paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard } from './src/pitboard.ts'
import { outcomeOf } from './src/recorder-outcome.ts'
import { builtProgram, startUserMachine } from './src/recorder-program.ts'

const race = createRace({ seed: 33, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })
const skip =
  `${process.platform}-${process.arch}` !== 'linux-x64' && 'the program is built for Linux x64'

test(
  'the downloaded program, without Node: after a kill -9 and a restart the session equals the truth',
  { skip },
  async (t) => {
    const pitboard = await startPitboard(t)
    await builtProgram('linux-x64')
    const answer = await fetch(`${pitboard.url}/download/linux-x64`)
    const program = Buffer.from(await answer.arrayBuffer())
    const sum = createHash('sha256').update(program).digest('hex')
    assert.equal(answer.headers.get('etag'), `"${sum}"`)
    const machine = await startUserMachine(t, program)
    assert.deepEqual(readdirSync(machine.folder), ['pitboard-recorder'])
    const listen = await freePort()
    const game = await startPacedGame(t, race, listen)
    const args = [
      'record',
      '--json',
      '--listen',
      String(listen),
      '--host',
      '127.0.0.1',
      '--spool',
      pitboard.spool,
      '--forward',
      game.echo,
      ...pitboard.recorderOptions(),
    ]
    const killed = machine.run(args)
    await killed.waitForOutput(/connected to/)
    await game.driveTo(0.5)
    killed.process.kill('SIGKILL')
    await once(killed.process, 'close')
    const recorder = machine.run(args)
    await recorder.waitForOutput(/Listening/)
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    const { acknowledged, sent } = await outcomeOf(recorder)
    assert.equal(acknowledged, sent)
    const { sessions: listed } = await pitboard.call(sessions.list)
    assert.equal(listed.length, 1)
    const id = listed[0]?.id ?? ''
    assertTruth(await pitboard.call(sessions.get, { params: { id } }), race)
  },
)

test(
  'its page: pair, watch the race, lose and regain the server; the key stays secret',
  { skip },
  async (t) => {
    const pitboard = await startPitboard(t)
    const machine = await startUserMachine(t)
    const recorder = machine.run(['app', '--no-browser'])
    const [address] = await recorder.waitForOutput(/http:\/\/127\.0\.0\.1:\d+\/\S+/)
    const listen = await freePort()
    const game = await startPacedGame(t, race, listen)

    const browser = await startBrowser(t)
    const page = await openPage(t, browser, { viewport: { width: 390, height: 844 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(address)
    await page.getByText('Not recording').waitFor()
    await screenshots('unpaired')
    const german = await openPage(t, browser, { locale: 'de-DE' })
    await german.goto(address)
    await german.getByText('Keine Aufnahme').waitFor()
    await german.getByLabel('Adresse des Servers').waitFor()
    await german.close()

    await page.getByLabel('UDP port').fill(String(listen))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Address and port').fill(game.echo)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText(game.echo).waitFor()
    await page.getByLabel('Server address').fill(pitboard.url)
    await page.getByText('Pair with a recorder key').click()
    await page.getByLabel('User ID').fill(pitboard.userId)
    await page.getByLabel('Recorder key').fill(pitboard.key)
    await page.keyboard.press('Enter')
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByText('No telemetry from the game yet').waitFor()

    await game.driveTo(0.4)
    await page.locator('#session').getByText('Race').waitFor()
    await page.locator('#format').getByText('2025', { exact: true }).waitFor()
    await until(async () => (await pitboard.call(liveSessions.all)).length === 1)
    await screenshots('recording')

    await pitboard.kill()
    await page.getByText('The server cannot be reached').waitFor()
    await game.driveTo(0.5)
    await pitboard.start()
    await page.getByText('Connected', { exact: true }).waitFor()
    await game.driveTo(1)

    await page.getByRole('button', { name: 'Stop recording' }).click()
    await page.getByText('on the server').waitFor()
    const { sessions: listed } = await pitboard.call(sessions.list)
    const id = listed[0]?.id ?? ''
    assertTruth(await pitboard.call(sessions.get, { params: { id } }), race)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('Every session of the game is stored here').waitFor()

    const settings = join(machine.config, 'settings.json')
    assert.ok(readFileSync(settings, 'utf8').includes(pitboard.key))
    assert.equal(statSync(settings).mode & 0o077, 0)
    assert.ok(!(await firstEvent(address)).includes(pitboard.key))
    assert.deepEqual(errors, [])

    const second = await machine.run(['app', '--no-browser']).waitForExit()
    assert.equal(second.code, 0)
    assert.ok(second.stderr.includes(`running already: ${address}`))

    await page.getByRole('button', { name: 'Quit' }).click()
    assert.equal((await recorder.waitForExit()).code, 0)
    assert.deepEqual(readdirSync(machine.config), ['settings.json'])

    async function screenshots(name: string): Promise<void> {
      const folder = process.env['SCREENSHOTS']
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.equal(overflow, 0, `no scrolling sideways at ${width} px`)
        assert.deepEqual(await axeViolations(page), [], `axe at ${width} px`)
        if (folder === undefined) continue
        await page.screenshot({
          path: join(folder, `recorder-${name}-${width}.png`),
          fullPage: true,
        })
      }
    }
  },
)

test('its page answers only with its token, host name and origin', { skip }, async (t) => {
  const machine = await startUserMachine(t)
  const [address] = await machine
    .run(['app', '--no-browser'])
    .waitForOutput(/http:\/\/127\.0\.0\.1:\d+\/\S+/)
  const { origin, pathname, host } = new URL(address)
  const wrong = pathname.replace(/^\/./, (start) => (start === '/A' ? '/B' : '/A'))
  assert.equal(await statusOf(origin, pathname, { host }), 200)
  for (const path of ['/', wrong, `${wrong}events`, `${pathname.slice(0, 10)}/`]) {
    assert.equal(await statusOf(origin, path, { host }), 403, path)
  }
  assert.equal(await statusOf(origin, pathname, { host: 'evil.example' }), 403)
  assert.equal(await statusOf(origin, pathname, { host, origin: 'https://evil.example' }), 403)
  const asForm = { host, 'content-type': 'text/plain' }
  assert.equal(await statusOf(origin, `${pathname}quit`, asForm, 'POST'), 400)
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function axeViolations(page: Page): Promise<unknown> {
  await settled(page)
  await page.evaluate(axe)
  return page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')
}

async function firstEvent(address: string): Promise<string> {
  const answer = await fetch(`${address}events`)
  const reader = answer.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return Buffer.from(value ?? []).toString()
}

/** `fetch` would set the host itself. */
async function statusOf(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number | undefined> {
  const asked = request(origin, { path, headers, method })
  // Node gives the body of a GET no length, so the server would read it as another request.
  asked.end(method === 'POST' ? '{}' : undefined)
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}
