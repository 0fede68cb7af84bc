import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { users } from '@pitboard/contract/accounts/user'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { createRace } from '@pitboard/sim/race'
import type { Locator, Page, Route } from 'playwright-core'
import { axeFaults } from '@pitboard/web/testing/axe'
import { startBrowser } from '@pitboard/web/testing/browser'
import { readDownload } from './src/download.ts'
import { createPerson, openSignedIn } from './src/person.ts'
import { openSite } from './src/site-in-process.ts'
import { captureOf } from './src/upload-capture.ts'

const ZSTANDARD = '28b52ffd'
const START_MS = Date.UTC(2026, 9, 4, 19)

const race = createRace({ seed: 41, laps: 1, cars: 10, rateHz: 10, trackId: 10, lean: true })

test('own sessions: uploaded, linked to a season, deleted', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const ada = await createPerson(site, 'Ada')
  const page = await openSignedIn(t, { browser, site }, ada)
  const { url } = site
  await page.goto(`${url}/dashboard/sessions`)
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const stored = async () => (await site.call(sessions.list)).sessions

  await t.test('without a session the page explains how to record one', async () => {
    await page.getByText('Nothing recorded yet').waitFor()
    await page.getByRole('link', { name: 'First steps' }).waitFor()
  })

  await t.test('dropped captures become sessions, other files get an explanation', async () => {
    await drop(page, [
      { name: 'spa.pcap', bytes: capture() },
      { name: 'notes.txt', bytes: Buffer.from('box box '.repeat(500)) },
    ])
    await uploads.getByRole('link', { name: 'Spa, Race' }).waitFor()
    await uploads.getByText('new', { exact: false }).waitFor()
    await uploads.getByText('This is not a readable capture.').waitFor()
    await uploads.getByRole('button', { name: 'Remove from the list: notes.txt' }).click()
    await uploads.getByText('notes.txt').waitFor({ state: 'detached' })
    assert.equal((await stored()).length, 1)
  })

  await onlyInLongRun(() =>
    t.test(
      'an upload that is interrupted is sent again once the server is back; the same file is the same session',
      async () => {
        const context = page.context()
        const interrupt = async (route: Route) => {
          await context.setOffline(true)
          await route.abort()
        }
        await page.route('**/api/Sessions/captures?*', interrupt, { times: 1 })
        await page.getByLabel('Choose files').last().setInputFiles({
          name: 'again.pcap',
          mimeType: 'application/octet-stream',
          buffer: capture(),
        })
        await uploads.getByText('The server is not responding.', { exact: false }).waitFor()
        await context.setOffline(false)
        await uploads.getByText('already stored').waitFor()
        assert.equal((await stored()).length, 1)
      },
    ),
  )

  await t.test('the profile counts the session', async () => {
    const { counts, bests } = await site.call(users.get, { params: { id: ada.userId } })
    assert.equal(counts.sessions, 1)
    assert.deepEqual(
      bests.map(({ trackName }) => trackName),
      ['Spa'],
    )
  })

  await t.test('the owner downloads the capture of a session', async () => {
    await savesCapture(page, page.getByRole('button', { name: 'Capture: Spa, Race' }))
  })

  await onlyInLongRun(() =>
    t.test('a session is linked to a season by a new event, and scores there', async () => {
      await page.getByRole('checkbox', { name: 'Choose Spa, Race' }).check()
      await page.getByRole('button', { name: 'Link to a season' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Create a season' }).waitFor()
      await ada.call(seasons.create, { body: { name: 'Autumn' } })
      await page.reload()
      await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
      await page.getByRole('button', { name: 'Link to a season' }).click()
      const dialog = page.getByRole('dialog')
      const chosen = dialog.locator('option:checked', { hasText: 'New event: Spa' })
      await chosen.waitFor({ state: 'attached' })
      await dialog.getByRole('button', { name: 'Link', exact: true }).click()
      await dialog.getByText('1 session is in Autumn').waitFor()
      assert.deepEqual(await axeFaults(page, '[role="dialog"]'), [])
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page
        .getByRole('list', { name: 'Your sessions' })
        .getByRole('link', { name: 'Spa, Race' })
        .click()
      await page.getByText('Counts in').waitFor()
      const points = await columnOf(page, 'Points')
      assert.deepEqual(points, ['25', '18', '15', '12', '10', '8', '6', '4', '2', '1'])
      await savesCapture(page, page.getByRole('button', { name: 'Capture', exact: true }))
      await page.goBack()
    }),
  )

  await onlyInLongRun(() =>
    t.test(
      'deleting a session that a season counts removes its result there, or is refused',
      async () => {
        await page.getByRole('checkbox', { name: 'Choose Spa, Race' }).check()
        await page.getByRole('button', { name: 'Delete' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
        await dialog.getByText('"Autumn"').waitFor()
        await dialog
          .getByRole('button', { name: 'Remove it from my seasons and delete it' })
          .click()
        await page.getByText('Nothing recorded yet').waitFor()
        assert.equal((await stored()).length, 0)
      },
    ),
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

interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

/** Drops the files on the page as a user drags them from the desktop. */
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
