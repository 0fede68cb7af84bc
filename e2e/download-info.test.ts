import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { axeFaults } from './src/axe.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { startPitboard } from './src/pitboard.ts'
import { offerDownload } from './src/site.ts'
import { openWatchedPage } from './src/watched-page.ts'

const ARTEFACTS = join(import.meta.dirname, 'artefacts/390')
const PHONE = {
  width: 390,
  height: 844,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
}

test('where no recorder is offered the page says so first, and nothing fails', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-no-downloads-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const pitboard = await startPitboard(t, { DOWNLOADS_DIR: folder })
  const browser = await startBrowser(t)
  mkdirSync(ARTEFACTS, { recursive: true })
  const watched = await openWatchedPage(browser, PHONE)
  t.after(() => watched.page.context().close())
  const { page } = watched
  await watched.visit(`${pitboard.url}/downloadInfo`)
  await page.getByText('This server offers no recorder to download').waitFor()
  await t.test('a phone is told where the recorder belongs instead', async () => {
    await page.getByText('A phone or tablet can’t run the recorder').waitFor()
    assert.equal(await page.getByText('Nothing downloaded?').count(), 0)
    await page.getByText(`${pitboard.url}/downloadInfo`).waitFor()
  })
  await page.screenshot({ path: join(ARTEFACTS, 'download-info-phone.png'), fullPage: true })
  assert.deepEqual([...watched.faults(), ...(await axeFaults(page))], [])
})

test('where only the archive is offered, button and steps say that it needs Node', async (t) => {
  const pitboard = await startPitboard(t, { DOWNLOADS_DIR: offerDownload(t, ['portable']) })
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  await page.goto(`${pitboard.url}/downloadInfo`)
  await page.getByText('It needs Node 22 or newer').waitFor()
  await page.getByText('Unpack the archive').waitFor()
  assert.equal(await page.getByText('chmod').count(), 0)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Recorder (needs Node)' }).first().click()
  assert.equal((await started).suggestedFilename(), 'pitboard-recorder-portable')
})

test('where no recorder is offered, the button starts no download and leads to the reason', async (t) => {
  const pitboard = await startPitboard(t, { DOWNLOADS_DIR: offerDownload(t, []) })
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  const downloads: unknown[] = []
  page.on('download', (download) => downloads.push(download))
  await page.goto(`${pitboard.url}/leagues`)
  await page.locator('a[href="/downloadInfo"]').first().click()
  await page.getByText('This server offers no recorder to download').waitFor()
  assert.deepEqual(downloads, [])
})
