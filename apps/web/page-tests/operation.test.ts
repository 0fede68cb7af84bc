import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { type OperatedUser, operation, type SiteOperation } from '@pitboard/contract/site/operation'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Browser, Page } from 'playwright-core'
import { fillOperation, OPERATED_SITE, OPERATED_USERS } from './stub/operated-site.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, type StubSite, startStubSite } from './stub/stub-site.ts'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const look = openLook('operation', [390, 768, 1440, 2560])

test('the page of operators', { timeout: 600_000 }, async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('shows figures, users, storage, jobs, failed mails and versions', (t) =>
    showSite(t, world),
  )
  await onlyInLongRun(() =>
    t.test('shows what is wrong, in the reader’s language', (t) => showFaults(t, world)),
  )
  await t.test('finds users, and blocks and unblocks them after a question', (t) =>
    blockUser(t, world),
  )
  await t.test('tries failed jobs again', (t) => retryJobs(t, world))
  await t.test(
    'does not exist for others; settings and navigation lead operators alone to it',
    (t) => hideFromOthers(t, world),
  )
})

async function openOperation(t: TestContext, { browser, site }: World, path = ''): Promise<Page> {
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/operation${path}`)
  return page
}

async function showSite(t: TestContext, world: World) {
  fillOperation(world.site)
  const page = await openOperation(t, world)
  await page.getByRole('heading', { name: 'Operation', level: 1 }).waitFor()
  for (const text of ['1,240', '12 new in seven days, 1 blocked', '120 GB', 'of 400 GB']) {
    await page.getByText(text, { exact: true }).waitFor()
  }
  const row = (table: string, name: string) =>
    page.getByRole('table', { name: table }).getByRole('row', { name: new RegExp(name) })
  await row('Storage', 'Captures 31.4 GB').waitFor()
  await row('Largest users', 'Marisol 1 GB 1 MB').waitFor()
  await row('Jobs', 'Reading laps of captures 0 2').waitFor()
  const failed = page.getByRole('list', { name: 'Failed emails' })
  await failed.getByText('550 no such mailbox').waitFor()
  await failed.getByText('Deleted account').waitFor()
  await page.getByText('Database and server fit together.').waitFor()
  await page.getByText('Nobody is driving right now.').waitFor()
  await look(page, 'site')
}

async function showFaults(t: TestContext, world: World) {
  const { site, browser } = world
  fillOperation(site)
  const { storage, version, backup } = OPERATED_SITE
  assert.ok(storage.disk && backup)
  const broken: SiteOperation = {
    ...OPERATED_SITE,
    version: { ...version, isOutdated: true, recorderPlatforms: [] },
    storage: { ...storage, disk: { ...storage.disk, isLow: true }, largestUsers: [] },
    live: { sessions: 2, withoutServer: 2 },
    backup: { ...backup, newestAt: null, newestBytes: 0, isLate: true },
  }
  site.answer(operation.get, () => broken)
  const page = await openPage(t, browser, { locale: 'de-DE' })
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/operation`)
  for (const text of [
    'Ein neuerer Server hat die Datenbank aktualisiert',
    'Fast voll: Änderungen und Recorder werden abgewiesen.',
    '2 warten auf einen Server',
    'Zu alt: Suche „the scheduled backup failed“ im Log.',
    'Nichts wird zum Herunterladen angeboten.',
    'Noch hat niemand etwas gespeichert.',
  ]) {
    await page.getByText(text).waitFor()
  }
  await look(page, 'faults')
}

async function blockUser(t: TestContext, world: World) {
  const { site } = world
  fillOperation(site)
  const users = new Map(OPERATED_USERS.map((user) => [user.id, user]))
  const setBlock = (id: string, blockedUntil: OperatedUser['blockedUntil']) => {
    const user = users.get(id)
    if (!user) throw new Refusal(404)
    users.set(id, { ...user, blockedUntil })
    return null
  }
  site.answer(operation.users, ({ query }) => {
    const words = query.get('q') ?? ''
    const found = [...users.values()].filter(({ email }) => email?.includes(words))
    return { users: found, totalElements: found.length }
  })
  site.answer(operation.block, ({ params }) =>
    setBlock(params['userId'] ?? '', '2126-01-01T00:00:00Z'),
  )
  site.answer(operation.unblock, ({ params }) => setBlock(params['userId'] ?? '', null))
  const page = await openOperation(t, world)
  const list = page.getByRole('list', { name: 'Users' })
  await page.getByText('3 accounts').waitFor()
  // An operator has no such button.
  assert.equal(await page.getByRole('button', { name: /: Marisol$/ }).count(), 0)
  const box = page.getByRole('searchbox', { name: 'Name, email address or id' })
  await box.fill('rammer')
  await page.getByText('1 account', { exact: true }).waitFor()
  await page.waitForURL('**/dashboard/operation?search=rammer')
  await list.getByText('Blocked').waitFor()
  await page.getByRole('button', { name: 'Unblock: <b>Rammer</b>' }).click()
  await page.getByText('End the block of <b>Rammer</b>?').waitFor()
  await page.getByRole('button', { name: 'Unblock', exact: true }).click()
  await page.getByText('The account works again.').waitFor()
  await page.getByRole('button', { name: 'Block: <b>Rammer</b>' }).click()
  await page.getByText('Block <b>Rammer</b>?').waitFor()
  await look(page, 'question')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('The account is blocked.').waitFor()
  await list.getByText('Blocked').waitFor()
  await box.fill('nobody')
  await page.getByText('No account matches.').waitFor()
}

async function retryJobs(t: TestContext, world: World) {
  const { site } = world
  fillOperation(site)
  let isRetried = false
  site.answer(operation.get, () => ({
    ...OPERATED_SITE,
    queues: OPERATED_SITE.queues.map((queue) => (isRetried ? { ...queue, failed: 0 } : queue)),
  }))
  site.answer(operation.retry, () => {
    if (!isRetried) {
      isRetried = true
      throw new Refusal(503)
    }
    return { retried: 2 }
  })
  const page = await openOperation(t, world)
  const button = page.getByRole('button', { name: 'Try again: Reading laps of captures' })
  await button.click()
  await page.getByText('The server has a problem.').waitFor()
  await button.click()
  await page.getByText('2 jobs are tried again.').waitFor()
  await button.waitFor({ state: 'detached' })
}

async function hideFromOthers(t: TestContext, world: World) {
  const { site } = world
  const page = await openOperation(t, world)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.goto(`${site.url}/dashboard/settings`)
  await page.getByRole('heading', { name: 'Delete your account' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Open the operation page' }).count(), 0)
  const entry = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'This site', exact: true })
  assert.equal(await entry.count(), 0)
  fillOperation(site)
  await page.reload()
  await page.getByRole('link', { name: 'Open the operation page' }).click()
  await page.getByText('1,240').waitFor()
  assert.equal(await entry.getAttribute('aria-current'), 'page')
}
