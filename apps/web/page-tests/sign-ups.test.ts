import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { attendance, type Attendance } from '@pitboard/contract/attendance/attendance'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import {
  type SeasonSignUp,
  type SignUp,
  type SignUpForm,
  signUps,
} from '@pitboard/contract/sign-ups/sign-ups'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { logIn, logOut, sendLogin } from '../testing/account-pages.ts'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Page } from 'playwright-core'
import { anEvent, aSeason } from '../src/testing/a-season.ts'
import { answerAccounts, MARISOL, signIn, type StubUser, tokensOf } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const idOf = (end: number) => `01900000-0000-7000-8000-0000000000${end}`
const SEASON_ID = idOf(40)
const OTHER: StubUser = { id: idOf(60), email: 'ute@racer.example', username: 'Ute' }
const EVENT = anEvent(7, { name: 'Opening', startsAt: '2099-03-07T19:00:00.000Z' })

const FORM: SignUpForm = {
  opensAt: null,
  closesAt: '2099-03-01T20:00:00.000Z',
  needsApproval: true,
  capacity: 20,
  tiers: [{ name: 'Pro', capacity: 10 }],
  questions: [
    { id: idOf(41), label: 'Where do you live?', kind: 'text', choices: [], isRequired: true },
    { id: idOf(42), label: 'Device', kind: 'choice', choices: ['Wheel', 'Pad'], isRequired: false },
  ],
  note: 'Races are on Sunday evenings.',
}

const OWN: SignUp = {
  id: idOf(43),
  userId: MARISOL.id,
  username: 'Marisol',
  status: 'pending',
  name: 'Marisol',
  tier: 'Pro',
  platformId: null,
  answers: [{ questionId: idOf(41), answer: 'Vigo' }],
  waitingPlace: null,
  createdAt: '2099-01-01T00:00:00.000Z',
}

function serve(site: StubSite, ownerId = MARISOL.id) {
  const state: SeasonSignUp = {
    form: FORM,
    isOpen: true,
    accepted: 3,
    waiting: 1,
    own: null,
    ownTag: 'none',
    tiers: [{ tier: 'Pro', accepted: 3 }],
  }
  site.answer(seasons.get, () => aSeason({ id: SEASON_ID, ownerId, version: 3, events: [EVENT] }))
  site.answer(signUps.season, () => state)
  return state
}

const CHANGES: HistoryChange[] = [
  {
    id: idOf(45),
    version: 3,
    at: '2099-01-02T09:00:00.000Z',
    action: 'signUpUpdated',
    authorId: MARISOL.id,
    authorName: 'Marisol',
    details: { capacity: { before: 20, after: 12 } },
  },
  {
    id: idOf(46),
    version: 2,
    at: '2099-01-01T09:00:00.000Z',
    action: 'stewardRulesUpdated',
    authorId: MARISOL.id,
    authorName: 'Marisol',
    details: {
      reporters: { before: 'drivers', after: 'users' },
      thresholds: { before: [], after: [{ points: 6, consequence: 'race ban' }] },
    },
  },
  {
    id: idOf(47),
    version: 1,
    at: '2099-01-01T08:00:00.000Z',
    action: 'signUpUpdated',
    authorId: MARISOL.id,
    authorName: 'Marisol',
    details: {},
  },
]

const GRID: Attendance = {
  deadlineHours: 24,
  isMember: true,
  isOrganiser: false,
  pastEvents: [],
  records: [],
  events: [
    {
      eventId: EVENT.id,
      deadlineAt: '2099-03-06T19:00:00.000Z',
      isOpen: true,
      drivers: [
        driver('Marisol', { userId: MARISOL.id, tier: 'Pro' }),
        driver('Ann', { answer: 'declined' }),
        driver('Bob', { isReserve: true, isCalledUp: true }),
      ],
    },
  ],
}

function driver(name: string, more: Partial<Attendance['events'][number]['drivers'][number]>) {
  return {
    driverId: EVENT.id,
    name,
    userId: null,
    tier: '',
    isReserve: false,
    isCalledUp: false,
    mayAnswer: true,
    answer: null,
    ...more,
  }
}

async function fits(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFaults(page), [], `${name} at ${width}`)
    const isFitting = await page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    )
    assert.ok(isFitting, `${name} at ${width}`)
    const folder = process.env['SIGN_UP_SHOTS']
    if (folder)
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
  }
}

test('sign-ups: drivers get a place and answer for events, organisers set it up', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => site.reset())

  await t.test('a visitor fills in the form, which waits for their sign-in alone', async (t) => {
    serve(site)
    answerAccounts(site, [MARISOL, OTHER])
    const page = await openPage(t, browser)
    page.on('dialog', (dialog) => void dialog.accept())
    const address = `${site.url}/seasons/${SEASON_ID}/sign-up`
    const home = page.getByLabel('Where do you live?')
    const name = page.getByLabel('Your name in the standings')
    const typed = async () => [await name.inputValue(), await home.inputValue()]
    await page.goto(`${site.url}/seasons/${SEASON_ID}/sign-up`)
    await page.getByText('3 of 20 places are taken.').waitFor()
    await page.getByRole('button', { name: 'Sign in to finish' }).press('Enter')
    await page.getByText('Answer this question.').waitFor()
    await name.fill('Ghost')
    await page.getByLabel('Tier').selectOption('Pro')
    await home.fill('Porto')
    await fits(page, 'visitor')
    await page.getByRole('button', { name: 'Sign in to finish' }).press('Enter')
    await page.waitForURL(/\/login\?redirect=.*sign-up/)
    assert.equal(site.calls.filter(({ method }) => method === 'PUT').length, 0)
    await page.goto(address)
    assert.deepEqual(await typed(), ['Ghost', 'Porto'], 'back without a sign-in')
    await page.getByRole('button', { name: 'Sign in to finish' }).press('Enter')
    await sendLogin(page, { email: MARISOL.email, password: 'parc ferme' })
    await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor()
    assert.deepEqual(await typed(), ['Ghost', 'Porto'], 'after the sign-in')

    await page.goto(`${site.url}/dashboard`)
    await logOut(page)
    await page.goto(address)
    await page.getByRole('button', { name: 'Sign in to finish' }).waitFor()
    assert.deepEqual(await typed(), ['', ''], 'for the next visitor')
    await page.getByRole('button', { name: 'Sign in to finish' }).press('Enter')
    await logIn(page, site.url, { email: OTHER.email, password: 'parc ferme' })
    await page.getByRole('heading', { name: 'Hello, Ute' }).waitFor()
    await page.goto(address)
    await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor()
    assert.deepEqual(await typed(), ['Ute', ''], 'for another account')
  })

  await onlyInLongRun(() =>
    t.test('a mail that ends the sign-in in another tab brings what was typed', async (t) => {
      serve(site)
      answerAccounts(site, [MARISOL])
      let returnTo = ''
      site.answerPath('POST', '/auth/v1/signup', ({ query }) => {
        returnTo = query.get('redirect_to') ?? ''
        return { id: MARISOL.id, email: MARISOL.email, identities: [] }
      })
      const page = await openPage(t, browser)
      await page.goto(`${site.url}/seasons/${SEASON_ID}/sign-up`)
      await page.getByLabel('Where do you live?').fill('Porto')
      await page.getByLabel('Your name in the standings').fill('Ghost')
      await page.getByLabel('Tier').selectOption('Pro')
      await page.getByRole('button', { name: 'Sign in to finish' }).press('Enter')
      await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
      // The page of signing in stays until that of signing up is loaded, and has the same fields.
      const form = page.getByRole('main').getByRole('form', { name: 'Sign Up' })
      await form.getByRole('textbox', { name: 'Email address' }).fill(MARISOL.email)
      await form.getByLabel('Password', { exact: true }).fill('parc ferme until monday')
      await form.getByRole('button', { name: 'Sign Up' }).click()
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
      await page.close()

      const other = await page.context().newPage()
      await other.goto(`${returnTo}#${tokensOf(MARISOL)}`)
      await other.getByRole('button', { name: 'Sign up', exact: true }).waitFor()
      const home = other.getByLabel('Where do you live?')
      assert.equal(await home.inputValue(), 'Porto')
      const third = await page.context().newPage()
      await third.goto(`${site.url}/seasons/${SEASON_ID}/sign-up`)
      await third.getByRole('button', { name: 'Sign up', exact: true }).waitFor()
      const inThird = await third.getByLabel('Where do you live?').inputValue()
      assert.equal(inThird, '', 'in the tab of the sign-in alone')
    }),
  )

  await onlyInLongRun(() =>
    t.test('a driver signs up by keyboard and sees that it is decided later', async (t) => {
      const state = serve(site)
      site.answer(signUps.signUp, () => {
        state.own = OWN
        return OWN
      })
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/seasons/${SEASON_ID}/sign-up`)
      await page.getByLabel('Tier').selectOption('Pro')
      await page.getByLabel('Where do you live?').fill('Vigo')
      await page.getByLabel('Device').selectOption('Pad')
      await page.getByRole('button', { name: 'Sign up', exact: true }).press('Enter')
      await page.getByText('You have signed up as Marisol.').waitFor()
      assert.partialDeepStrictEqual(site.calls.find(({ method }) => method === 'PUT')?.body, {
        name: 'Marisol',
        tier: 'Pro',
        platformId: null,
        answers: [
          { questionId: idOf(41), answer: 'Vigo' },
          { questionId: idOf(42), answer: 'Pad' },
        ],
      })
      await fits(page, 'driver')
    }),
  )

  await onlyInLongRun(() =>
    t.test('of two devices with a sign-up the second decides, and loses nothing', async (t) => {
      const state = serve(site)
      let revision = 1
      const changeThere = (change: Partial<SignUp>) => {
        state.own = { ...(state.own ?? OWN), ...change }
        state.ownTag = `tag-${++revision}`
      }
      changeThere({})
      site.answer(signUps.signUp, ({ body, headers }) => {
        if (headers['if-match'] !== `"${state.ownTag}"`) throw new Refusal(412)
        changeThere(body)
        return state.own ?? OWN
      })
      const page = await openPage(t, browser)
      page.on('dialog', (dialog) => void dialog.accept())
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/seasons/${SEASON_ID}/sign-up`)
      const home = page.getByLabel('Where do you live?')
      const game = page.getByLabel('Your name in the game')
      const save = page.getByRole('button', { name: 'Save your answers' })
      const typed = async () => [await home.inputValue(), await game.inputValue()]
      await home.fill('Porto')
      await page.reload()
      await save.waitFor()
      assert.deepEqual(await typed(), ['Porto', ''], 'a reload')

      changeThere({ platformId: 'mari' })
      await save.click()
      await comesToBe(typed, ['Porto', 'mari'], 'another answer is taken over')
      await page.getByRole('status').getByText('Your name in the game: – → mari').waitFor()
      changeThere({ answers: [{ questionId: idOf(41), answer: 'Lugo' }] })
      await save.click()
      const conflict = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
      await conflict.getByText('Where do you live?: Vigo → Lugo').waitFor()
      await conflict.getByText('Where do you live?: Vigo → Porto').waitFor()
      await fits(page, 'changed-there')
      await page.reload()
      await conflict.waitFor()
      assert.equal(await home.inputValue(), 'Porto', 'a reload before it is decided')
      await conflict.getByRole('button', { name: 'Keep my input' }).click()
      await save.click()
      await page.getByText('Your answers are saved.').waitFor()
      assert.deepEqual(state.own?.answers, [{ questionId: idOf(41), answer: 'Porto' }])
      assert.equal(state.own.platformId, 'mari')
      changeThere({ answers: [{ questionId: idOf(41), answer: 'Later' }] })
      await page.reload()
      await comesToBe(() => home.inputValue(), 'Later', 'what is sent is no draft any more')
    }),
  )

  await t.test('the organiser changes the form and accepts a driver', async (t) => {
    serve(site)
    site.answer(signUps.list, () => [OWN])
    site.answer(signUps.updateForm, ({ body }) => ({ ...serve(site), form: body }))
    site.answer(signUps.decide, () => ({ ...OWN, status: 'accepted' as const }))
    site.answer(attendance.season, () => GRID)
    const page = await openPage(t, browser)
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=signUp`)
    await page.getByText('Where do you live? Vigo').waitFor()
    await page.getByRole('button', { name: 'Add a question' }).press('Enter')
    await page.getByLabel('Question 3', { exact: true }).fill('Which assists?')
    await fits(page, 'editor')
    await page.getByRole('button', { name: 'Save the sign-up' }).press('Enter')
    await page.getByText('The sign-up is saved.').waitFor()
    const sent = site.calls.find(({ method }) => method === 'PUT')
    assert.equal(sent?.headers['if-match'], '"3"')
    assert.partialDeepStrictEqual(sent?.body, {
      questions: [...FORM.questions, { label: 'Which assists?', kind: 'text' }],
    })
    await page.getByRole('button', { name: 'Accept: Marisol' }).press('Enter')
    await page.getByText('Marisol is accepted.').waitFor()
  })

  await onlyInLongRun(() =>
    t.test('a form that is undone in the history has its former values', async (t) => {
      const state = serve(site)
      state.form = { ...FORM, capacity: 12 }
      site.answer(signUps.list, () => [OWN])
      site.answer(attendance.season, () => GRID)
      site.answer(seasonManagement.history, () => CHANGES)
      site.answer(seasonManagement.undo, () => {
        state.form = FORM
        return aSeason({ id: SEASON_ID, ownerId: MARISOL.id, version: 4, events: [EVENT] })
      })
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=signUp`)
      const capacity = page.getByRole('textbox', { name: 'Total places' })
      await capacity.waitFor()
      assert.equal(await capacity.inputValue(), '12')
      await page.getByRole('tab', { name: 'History' }).press('Enter')
      const rules = page.getByRole('button', { name: /^Undo: Rules for incidents changed/ })
      await rules.waitFor()
      const undos = page.getByRole('button', { name: /^Undo/ })
      await comesToBe(async () => undos.count(), 2, 'the oldest change has nothing to restore')
      await fits(page, 'history')
      await page
        .getByRole('button', { name: 'Undo: Sign-up changed · Total places: 20 → 12' })
        .press('Enter')
      await page.getByText('Undone.').waitFor()
      assert.ok(site.calls.some(({ path }) => path.endsWith('/history/3/undo')))
      await page.getByRole('tab', { name: 'Sign-up' }).press('Enter')
      await comesToBe(() => capacity.inputValue(), '20')
    }),
  )

  await onlyInLongRun(() =>
    t.test('the dashboard shows events that wait for an answer', async (t) => {
      site.answer(attendance.own, () => [
        {
          seasonId: SEASON_ID,
          seasonName: 'Spring Cup',
          eventId: EVENT.id,
          eventName: 'Opening',
          startsAt: '2099-03-07T19:00:00.000Z',
          deadlineAt: '2099-03-06T19:00:00.000Z',
          isCalledUp: false,
        },
      ])
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/dashboard`)
      await page.getByText('Spring Cup: Opening').waitFor()
      const link = page.getByRole('link', { name: 'Answer: Opening' })
      assert.match((await link.getAttribute('href')) ?? '', new RegExp(`${SEASON_ID}#attendance$`))
      await fits(page, 'dashboard')
    }),
  )

  await onlyInLongRun(() =>
    t.test('an address that names a part of a season’s page leads to it', async (t) => {
      serve(site, idOf(44))
      site.answer(attendance.season, () => GRID)
      const page = await openPage(t, browser, { viewport: { width: 390, height: 600 } })
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/seasons/${SEASON_ID}#attendance`)
      const heading = page.getByRole('heading', { name: 'Taking part' })
      await heading.waitFor()
      await page.waitForFunction(() => window.scrollY > 0)
      const top = (await heading.boundingBox())?.y ?? Infinity
      assert.ok(top >= 0 && top < 600, `the part is at ${top} px`)
    }),
  )

  await onlyInLongRun(() =>
    t.test('a season without a sign-up has no link to one', async (t) => {
      serve(site, idOf(44)).form = null
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/seasons/${SEASON_ID}`)
      await page.getByRole('button', { name: 'Show attendance' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Sign up for this season' }).count(), 0)
    }),
  )
})
