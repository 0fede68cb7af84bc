import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { leagues } from '@pitboard/contract/leagues/league'
import { memberships } from '@pitboard/contract/leagues/memberships'
import {
  type FollowedItem,
  MAILED_BY_DEFAULT,
  notifications,
  type NotificationSettings,
  ofEachKind,
} from '@pitboard/contract/notifications/notifications'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, type StubSite, startStubSite } from './stub/stub-site.ts'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const look = openLook('notifications', [390, 1440])

const SETTINGS: NotificationSettings = {
  isMailOn: true,
  mailAddress: 'marisol@racer.example',
  kinds: ofEachKind((kind) => ({
    mail: MAILED_BY_DEFAULT.some((mailed) => mailed === kind),
    browser: true,
  })),
  devices: [],
  pushKey: 'BNPUSHKEY',
}
const PHONE = {
  id: '01900000-0000-7000-8000-0000000000c1',
  userAgent: 'Mozilla/5.0 (Android 15) Firefox/140.0',
  createdAt: '2026-07-05T14:00:00.000Z',
}
const HERE = {
  ...PHONE,
  id: '01900000-0000-7000-8000-0000000000c2',
  userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/140.0',
}
const LEAGUE = aLeague({ name: '<b>Sunday</b> Cup' })
const FOLLOWED: FollowedItem[] = [
  { leagueId: LEAGUE.id, seasonId: null, name: LEAGUE.name, isAutomatic: false },
  { leagueId: null, seasonId: PHONE.id, name: 'Spring', isAutomatic: true },
]

test('notifications', { timeout: 600_000 }, async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('channels of each kind are chosen by keyboard, and all mails are turned off', (t) =>
    chooseKinds(t, world),
  )
  await onlyInLongRun(() =>
    t.test('this browser is subscribed after it allowed it, and removed again', (t) =>
      subscribe(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('without a confirmed address no mail can be chosen; failures are explained', (t) =>
      explainFailures(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a league is followed and unfollowed on its page, by signed-in users', (t) =>
      follow(t, world),
    ),
  )
  await t.test('what the server pushes is shown, and nothing else', (t) => showPush(t, world))
})

function answerSettings({ site }: World, known: Partial<NotificationSettings> = {}): void {
  let current = { ...SETTINGS, ...known }
  let followed = FOLLOWED
  site.answer(notifications.settings, () => current)
  site.answer(notifications.update, ({ body: { isMailOn = current.isMailOn, kinds } }) => {
    current = { ...current, isMailOn, kinds: { ...current.kinds, ...kinds } }
    return current
  })
  site.answer(notifications.subscribe, () => {
    current = { ...current, devices: [HERE, ...current.devices] }
    return HERE
  })
  site.answer(notifications.unsubscribe, ({ params }) => {
    current = { ...current, devices: current.devices.filter(({ id }) => id !== params['id']) }
    return null
  })
  site.answer(notifications.follows, () => followed)
  site.answer(notifications.followLeague, () => {
    followed = followed.slice(1)
    return { isFollowing: false, isAutomatic: false }
  })
}

async function openSettings(t: TestContext, { site, browser }: World): Promise<Page> {
  const page = await openPage(t, browser, { permissions: ['notifications'] })
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/settings#notifications`)
  return page
}

const sent = ({ site }: World, method: string) =>
  site.calls.filter((call) => call.method === method && call.path.includes('otification'))

async function chooseKinds(t: TestContext, world: World) {
  answerSettings(world)
  const page = await openSettings(t, world)
  const live = page.getByRole('checkbox', { name: 'A session is live: by email' })
  await live.focus()
  await page.keyboard.press('Space')
  await comesToBe(
    async () => sent(world, 'PATCH').map(({ body }) => body),
    [{ kinds: { live: { mail: true, browser: true } } }],
  )
  await comesToBe(() => live.isChecked(), true)
  await page.getByText('<b>Sunday</b> Cup').waitFor()
  await look(page, 'settings')
  await page.getByRole('switch', { name: 'Notifications by email' }).click()
  await comesToBe(async () => live.isDisabled(), true)
  assert.equal(await live.isChecked(), false)
  await page.getByRole('button', { name: 'Unfollow <b>Sunday</b> Cup' }).click()
  await page.getByText('<b>Sunday</b> Cup').waitFor({ state: 'detached' })
  await page.getByText('You drive in it').waitFor()
}

async function subscribe(t: TestContext, world: World) {
  answerSettings(world, { devices: [PHONE] })
  const page = await openPage(t, world.browser, { permissions: ['notifications'] })
  await signIn(page, world.site, MARISOL)
  // The browser of the tests has no push service.
  await page.context().addInitScript(`
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async (options) => ({ toJSON: () => ({
      endpoint: 'https://push.example/' + options.applicationServerKey,
      keys: { p256dh: 'key', auth: 'secret' } }) })`)
  await page.goto(`${world.site.url}/dashboard/settings#notifications`)
  const own = page.getByRole('switch', { name: 'Show notifications in this browser' })
  await own.click()
  await page.getByText('This browser shows your notifications.').waitFor()
  assert.deepEqual(sent(world, 'POST')[0]?.body, {
    endpoint: 'https://push.example/BNPUSHKEY',
    p256dh: 'key',
    auth: 'secret',
  })
  const list = page.getByRole('list', { name: 'Subscribed browsers' })
  await list.getByText('This browser').waitFor()
  assert.equal(await own.isChecked(), true)
  await look(page, 'browsers')
  await page.getByRole('button', { name: 'Remove Firefox on Android' }).click()
  await list.getByText('Firefox').waitFor({ state: 'detached' })
  await own.click()
  await list.waitFor({ state: 'detached' })
}

async function explainFailures(t: TestContext, world: World) {
  world.site.answer(notifications.follows, () => [])
  world.site.answer(notifications.settings, () => {
    throw new Refusal(500)
  })
  const page = await openSettings(t, world)
  await page.getByText('The notifications could not be loaded.').waitFor()
  answerSettings(world, { mailAddress: null })
  world.site.answer(notifications.follows, () => [])
  world.site.answer(notifications.update, () => {
    throw new Refusal(429)
  })
  const part = page.getByRole('region', { name: 'Notifications', exact: true })
  await part.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Your account has no confirmed address').waitFor()
  await page.getByText('You follow no league and no season.').waitFor()
  const live = page.getByRole('checkbox', { name: 'A session is live: in the browser' })
  await live.click()
  await part.getByRole('alert').waitFor()
  await comesToBe(async () => live.isChecked(), true)
  await look(page, 'failures')
}

async function follow(t: TestContext, world: World) {
  const { site, browser } = world
  let isFollowing = false
  site.answer(leagues.get, () => LEAGUE)
  site.answer(seasons.ofLeague, () => [])
  site.answer(memberships.list, () => [])
  site.answer(notifications.leagueFollow, () => ({ isFollowing, isAutomatic: true }))
  site.answer(notifications.followLeague, ({ body }) => {
    isFollowing = body.isFollowing
    return { isFollowing, isAutomatic: false }
  })
  const visitor = await openPage(t, browser)
  await visitor.goto(`${site.url}/leagues/${LEAGUE.id}`)
  await visitor.getByRole('heading', { level: 1 }).waitFor()
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/leagues/${LEAGUE.id}`)
  await page.getByRole('button', { name: 'Follow', exact: true, pressed: false }).click()
  await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await look(page, 'league')
  await page.getByRole('button', { name: 'Following', pressed: true }).press('Enter')
  await page.getByRole('button', { name: 'Follow', exact: true, pressed: false }).waitFor()
  assert.equal(await visitor.getByRole('button', { name: 'Follow', exact: true }).count(), 0)
}

async function showPush(t: TestContext, world: World) {
  const page = await openPage(t, world.browser)
  await page.context().grantPermissions(['notifications'], { origin: world.site.url })
  await page.goto(world.site.url)
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const started = page.context().waitForEvent('serviceworker')
  await page.evaluate(
    `navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready)`,
  )
  const worker = await started
  // The browser of the tests has no place for notifications.
  await worker.evaluate(`(() => {
    self.seen = []
    self.registration.showNotification = async (title, { body, data }) =>
      void self.seen.push({ title, body, path: data.path })
    self.clients.openWindow = async (url) => void self.seen.push({ url })
  })()`)
  const registrationId = await registered
  const message = { title: 'Live now: Monza', text: 'Race', path: '/live/1', tag: 'a' }
  for (const data of ['garbage', JSON.stringify(message)]) {
    await devTools.send('ServiceWorker.deliverPushMessage', {
      origin: world.site.url,
      registrationId,
      data,
    })
  }
  const seen = async () => worker.evaluate<object[]>('self.seen')
  await comesToBe(seen, [{ title: 'Live now: Monza', body: 'Race', path: '/live/1' }])
  for (const path of ['https://elsewhere.example/', '/live/1']) {
    await worker.evaluate(`(() => {
      const event = new ExtendableEvent('notificationclick')
      event.notification = { close() {}, data: { path: ${JSON.stringify(path)} } }
      self.dispatchEvent(event)
    })()`)
  }
  await comesToBe(async () => (await seen()).slice(1), [{ url: `${world.site.url}/live/1` }])
}
