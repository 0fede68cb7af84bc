import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { createRace } from '@pitboard/sim/race'
import type { Locator, Page } from 'playwright-core'
import { signUp } from './src/account-pages.ts'
import { axeFaults } from './src/axe.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { unreachedByTab } from './src/keyboard.ts'
import { openLook } from './src/look.ts'
import { readDownload } from './src/download.ts'
import { openMailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'
import { captureOf } from './src/upload-capture.ts'

const look = openLook('sessions')
const DRIVER = { email: 'ada@racer.example', password: 'flat out through eau rouge' }
/** More than a dialog has. */
const STOPS_MAX = 8
const ZSTANDARD = '28b52ffd'
const START_MS = Date.UTC(2026, 9, 4, 19)

const race = createRace({ seed: 41, laps: 2, cars: 10, rateHz: 10, trackId: 10, lean: true })

test('own sessions: uploaded, linked to a season, deleted', { timeout: 300_000 }, async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  const site = pitboard.publicUrl
  await signUp(page, site, openMailbox(pitboard.dataDir), { ...DRIVER, username: 'Ada' })
  await page.goto(`${site}/dashboard/sessions`)
  const uploads = page.getByRole('list', { name: 'Uploads' })

  await t.test('without a session the page explains how to record one', async () => {
    await page.getByText('Nothing recorded yet').waitFor()
    await page.getByRole('link', { name: 'First steps' }).waitFor()
    await look(page, 'own-empty')
    assert.deepEqual(await unreachedByTab(page), [])
  })

  await t.test('dropped captures become sessions, other files get an explanation', async () => {
    await drop(page, [
      { name: 'spa.pcap', bytes: capture() },
      { name: 'notes.txt', bytes: Buffer.from('box box '.repeat(500)) },
    ])
    await uploads.getByRole('link', { name: 'Spa, Race' }).waitFor()
    await uploads.getByText('new', { exact: false }).waitFor()
    await uploads.getByText('This is not a readable capture.').waitFor()
    await look(page, 'own-uploads')
    await uploads.getByRole('button', { name: 'Remove from the list: notes.txt' }).click()
    await uploads.getByText('notes.txt').waitFor({ state: 'detached' })
    const { sessions: stored } = await pitboard.call(sessions.list)
    assert.equal(stored.length, 1)
  })

  await t.test('a file that is dropped while the server is down is sent later', async () => {
    await pitboard.kill()
    const bytes = capture()
    await drop(page, [{ name: 'later.pcap', bytes }])
    await uploads.getByText('The server is not responding.', { exact: false }).waitFor()
    await pitboard.start()
    await uploads.getByText('already stored', { exact: false }).waitFor()
    await uploads.getByRole('button', { name: 'Remove from the list: later.pcap' }).click()
    await uploads.getByText('later.pcap').waitFor({ state: 'detached' })
  })

  await t.test('the same file again is the same session', async () => {
    await page
      .getByLabel('Choose files')
      .last()
      .setInputFiles({
        ...{ name: 'again.pcap', mimeType: 'application/octet-stream', buffer: capture() },
      })
    await uploads.getByText('already stored').waitFor()
    const { sessions: stored } = await pitboard.call(sessions.list)
    assert.equal(stored.length, 1)
  })

  await t.test('an interrupted upload is sent again without a click', async () => {
    await page.route('**/api/Sessions/captures?*', (route) => route.abort(), { times: 1 })
    await page
      .getByLabel('Choose files')
      .last()
      .setInputFiles({
        ...{ name: 'broken.pcap', mimeType: 'application/octet-stream', buffer: capture() },
      })
    await uploads.getByText('The server is not responding.', { exact: false }).waitFor()
    await uploads.getByText('already stored').nth(1).waitFor()
  })

  await t.test('the owner downloads the capture of a session', async () => {
    const inRow = page.getByRole('button', { name: 'Capture: Spa, Race' })
    await savesCapture(page, inRow)
    await page.getByRole('link', { name: 'Spa, Race' }).last().click()
    await savesCapture(page, page.getByRole('button', { name: 'Capture', exact: true }))
    await page.goBack()
  })

  await t.test('the profile counts the session', async () => {
    const { sessions: stored } = await pitboard.call(sessions.list)
    await page.goto(`${site}/user/${stored[0]?.userId}`)
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    await page
      .getByRole('table', { name: 'Best laps' })
      .getByRole('link', { name: 'Spa' })
      .waitFor()
    await look(page, 'user')
    assert.deepEqual(await unreachedByTab(page), [])
    await page.goto(`${site}/dashboard/sessions`)
  })

  await t.test('a session is linked to a season by a new event, and scores there', async () => {
    await page.getByRole('checkbox', { name: 'Choose Spa, Race' }).check()
    await page.getByRole('button', { name: 'Link to a season' }).click()
    await page.getByRole('link', { name: 'Create a season' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Autumn')
    await page.getByRole('button', { name: 'Create the season' }).click()
    await page.getByRole('heading', { name: 'Autumn' }).waitFor()
    await page.goto(`${site}/dashboard/sessions`)
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
    await passesByKeyboard(page, 'Link to a season', ['Cancel', 'Link'])
    await page.getByRole('button', { name: 'Link to a season' }).click()
    const dialog = page.getByRole('dialog')
    const chosen = dialog.locator('option:checked', { hasText: 'New event: Spa' })
    await chosen.waitFor({ state: 'attached' })
    await look(page, 'own-link')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await dialog.getByText('1 session is in Autumn').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('list', { name: 'Your sessions' })
      .getByRole('link', { name: 'Spa, Race' })
      .click()
    await page.getByText('Counts in').waitFor()
    const points = await columnOf(page, 'Points')
    assert.deepEqual(points, ['25', '18', '15', '12', '10', '8', '6', '4', '2', '1'])
    await page.goBack()
  })

  await t.test(
    'deleting a session that a season counts removes its result there, or is refused',
    async () => {
      await page.getByRole('checkbox', { name: 'Choose Spa, Race' }).check()
      await passesByKeyboard(page, 'Delete', ['Keep', 'Delete'])
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await dialog.getByText('"Autumn"').waitFor()
      await look(page, 'own-delete')
      await dialog.getByRole('button', { name: 'Remove it from my seasons and delete it' }).click()
      await page.getByText('Nothing recorded yet').waitFor()
      const { sessions: stored } = await pitboard.call(sessions.list)
      assert.equal(stored.length, 0)
    },
  )
})

function capture(): Buffer {
  return captureOf(race.datagrams(), START_MS)
}

async function savesCapture(page: Page, button: Locator): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  assert.match(download.suggestedFilename(), /^Spa \d{4}-\d\d-\d\d\.pcap\.zst$/)
  const bytes = await readDownload(download)
  assert.equal(bytes.subarray(0, 4).toString('hex'), ZSTANDARD)
}

/** By keyboard the dialog opens, holds the focus while it is open and returns it afterwards. */
async function passesByKeyboard(page: Page, button: string, acts: string[]): Promise<void> {
  const opener = page.getByRole('button', { name: button, exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  for (const name of acts) {
    const act = dialog.getByRole('button', { name, exact: true })
    await act.waitFor()
    for (let n = 0; n < STOPS_MAX && !(await isFocused(act)); n++) await page.keyboard.press('Tab')
    assert.ok(await isFocused(act), `${button}: ${name}`)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await opener.and(page.locator(':focus')).waitFor()
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one.matches(':focus'))
}

interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

/** As from the desktop. */
async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const packed = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  const target = page.getByText('Drop capture files here')
  const dataTransfer = await page.evaluateHandle(
    `((files) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        transfer.items.add(new File([bytes], name))
      }
      return transfer
    })(${JSON.stringify(packed)})`,
  )
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

async function columnOf(page: Page, name: string): Promise<string[]> {
  const table = page.getByRole('table', { name: 'Classification' })
  await table.getByRole('columnheader', { name }).waitFor()
  const cells = table.locator(`tbody td[data-name="${name}"]`)
  return cells.allInnerTexts()
}
