import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { Contribution } from '@pitboard/contract/seasons/standings'
import type { Decision, SeasonDecisions } from '@pitboard/contract/stewards/decision'
import { type CaseRoom, type StewardCase, stewards } from '@pitboard/contract/stewards/steward-case'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Page } from 'playwright-core'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../src/testing/a-season.ts'
import { aDriver, aSession } from '../src/testing/a-session.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const [SEASON_ID = '', SESSION_ID = '', CASE_ID = '', OTHER = '', DECISION_ID = ''] = [
  '40',
  '41',
  '42',
  '43',
  '44',
].map((end) => `01900000-0000-7000-8000-0000000000${end}`)
const AT = '2026-11-22T19:00:00.000Z'
const NAMES = ['Ann', 'Bob', 'Cleo']
const EVENT = anEvent(7, { name: 'Opening', sessions: [aLinkedSession(SESSION_ID, AT)] })

const DECISION: Decision = {
  id: DECISION_ID,
  number: 12,
  caseId: CASE_ID,
  sessionId: SESSION_ID,
  lap: 3,
  eventSeq: 7,
  cars: [{ driverIdx: 0, name: 'Ann', userId: null }],
  penalties: [
    { kind: 'time', driverIdx: 0, amount: 5 },
    { kind: 'licencePoints', driverIdx: 0, amount: 2 },
  ],
  reason: 'Left no room at the exit of turn 4.',
  publishedAt: AT,
  revokedAt: null,
  revokedReason: null,
  replacedBy: null,
  isAppealed: false,
}

function aCase(known: Partial<StewardCase> = {}): StewardCase {
  return {
    id: CASE_ID,
    number: 4,
    version: 2,
    state: 'open',
    sessionId: SESSION_ID,
    lap: 3,
    eventSeq: 7,
    cars: DECISION.cars,
    description: 'Pushed me off in turn 4.',
    links: ['https://clips.example/4'],
    reporterId: OTHER,
    reporterName: 'Bobby',
    createdAt: AT,
    respondUntil: AT,
    appealUntil: null,
    statements: [],
    decisions: [],
    may: { respond: false, appeal: false, judge: true },
    ...known,
  }
}

/** Serves the season of Marisol or of somebody else. */
function serve(site: StubSite, ownerId = MARISOL.id, decisions: readonly Decision[] = [DECISION]) {
  const drivers = NAMES.map((name, index) =>
    aStandingsDriver(name, { results: [aResult(SESSION_ID, index + 1, index)] }),
  )
  const standings = { drivers, teams: [], tracks: [7] }
  site.answer(seasons.get, () =>
    aSeason({ id: SEASON_ID, ownerId, version: 3, events: [EVENT], standings }),
  )
  const answer: SeasonDecisions = {
    rules: DEFAULT_RULES,
    decisions: [...decisions],
    licences: [
      {
        name: 'Ann',
        points: 3,
        otherPoints: 1,
        expiredPoints: 0,
        nextExpiryAt: null,
        consequence: 'Warned',
        gridPenalties: [
          {
            decision: 11,
            decisionId: OTHER,
            place: 0,
            places: 3,
            eventId: null,
            state: 'due',
            isServed: false,
            isByReprimands: false,
          },
        ],
        bans: [],
        reprimands: 0,
        suspended: [],
      },
    ],
  }
  site.answer(stewards.decisions, () => answer)
  const event = { seq: 7, kind: 'collision' as const, timeMs: 300_000, lapNum: 3 }
  const more = { driverIdx: 0, otherDriverIdx: 1, value: null, seconds: null }
  const session = aSession({
    id: SESSION_ID,
    drivers: NAMES.map((name, driverIdx) => aDriver({ name, driverIdx })),
    events: [{ ...event, ...more }],
  })
  site.answer(sessions.get, () => ({ ...session, siblings: [], filled: [] }))
}

async function fits(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFaults(page), [], `${name} at ${width}`)
    const isFitting = await page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    )
    assert.ok(isFitting, `${name} at ${width}`)
    const folder = process.env['STEWARD_SHOTS']
    if (folder) {
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
    }
  }
}

test('incidents: readers see decisions, drivers report and respond, stewards decide', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => site.reset())

  await onlyInLongRun(() =>
    t.test('the explanation of points leads to the decisions that changed them', async (t) => {
      serve(site, OTHER)
      const of = { sessionId: SESSION_ID, driverIdx: 0, name: null, seconds: null, places: null }
      const by = {
        reason: 'Contact',
        authorId: OTHER,
        authorName: 'Bobby',
        createdAt: AT,
        revokedAt: null,
        revokedReason: null,
      }
      const [first, second] = [
        { id: CASE_ID, number: 11, replacedBy: null },
        { id: DECISION_ID, number: 12, replacedBy: null },
      ]
      const drivers = [aStandingsDriver('Ann', { results: [aResult(SESSION_ID, 3, 0)] })]
      site.answer(seasons.get, () =>
        aSeason({
          id: SEASON_ID,
          version: 3,
          events: [EVENT],
          standings: { drivers, teams: [], tracks: [7] },
          adjustments: [
            {
              ...of,
              ...by,
              id: OTHER,
              kind: 'timePenalty',
              seconds: 5,
              points: null,
              decision: second,
            },
            { ...of, ...by, id: CASE_ID, kind: 'points', points: -3, decision: first },
            {
              ...of,
              ...by,
              id: DECISION_ID,
              kind: 'disqualification',
              points: null,
              decision: { id: OTHER, number: 13, replacedBy: null },
              revokedAt: AT,
              revokedReason: 'Appeal',
            },
          ],
        }),
      )
      const part: Contribution = {
        eventId: EVENT.id,
        sessionId: SESSION_ID,
        kind: 'position',
        position: 3,
        points: 15,
        factor: 1,
        distance: 'full',
        dropped: false,
        adjustmentId: null,
        team: 'Ferrari',
        teamSource: 'game',
      }
      site.answer(seasons.explain, () => ({
        key: 'Ann',
        name: 'Ann',
        position: 1,
        points: 12,
        tieBreaks: [],
        contributions: [
          part,
          {
            ...part,
            kind: 'adjustment' as const,
            points: -3,
            adjustmentId: CASE_ID,
            position: null,
          },
        ],
      }))
      const page = await openPage(t, browser)
      await page.goto(`${site.url}/seasons/${SEASON_ID}`)
      await page
        .getByRole('button', { name: /^Ann.* points/ })
        .and(page.locator(':visible'))
        .press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Ann: where the points come from' })
      await dialog.getByRole('row', { name: /stewards: Contact.*Decision 11/ }).waitFor()
      await fits(page, 'explained')
      await page.setViewportSize({ width: 1440, height: 900 })
      const links = await dialog.getByRole('link').allTextContents()
      assert.deepEqual(links, ['Decision 12', 'Decision 11'], 'a revoked one changes nothing')
      await dialog.getByRole('link', { name: 'Decision 12' }).press('Enter')
      await dialog.waitFor({ state: 'hidden' })
      const article = page.getByRole('article', { name: 'Decision 12' })
      await article.waitFor()
      await comesToBe(() => article.evaluate((item) => item === document.activeElement), true)
      assert.equal(new URL(page.url()).hash, '#decision-12')
    }),
  )

  await t.test(
    'a report of a session that cannot be read says so, and says why it stays',
    async (t) => {
      serve(site, OTHER)
      site.answer(stewards.cases, () => [])
      site.answer(sessions.get, () => {
        throw new Refusal(403)
      })
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/seasons/${SEASON_ID}`)
      await page.getByRole('button', { name: 'Show decisions and reports' }).press('Enter')
      await page.getByRole('button', { name: 'Report an incident' }).press('Enter')
      const report = page.getByRole('form', { name: 'Report an incident' })
      await report.getByText('This part of the page could not be loaded').waitFor()
      await report.getByLabel('What happened?').fill('Ann hit me')
      await report.getByRole('button', { name: 'Send to the stewards' }).press('Enter')
      await report.getByRole('alert').getByText('Choose at least one car.').waitFor()
    },
  )

  await t.test('the season’s page has decisions, and a driver reports by keyboard', async (t) => {
    serve(site, OTHER)
    const own = { respond: true, appeal: false, judge: false }
    const cars = [{ driverIdx: 0, name: 'Ann', userId: MARISOL.id }]
    site.answer(stewards.cases, () => [aCase({ may: own, cars, state: 'waiting' })])
    site.answer(stewards.report, () => aCase())
    site.answer(stewards.state, () => aCase())
    const page = await openPage(t, browser)
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/seasons/${SEASON_ID}`)
    await page.getByRole('button', { name: 'Show decisions and reports' }).press('Enter')
    const decision = page.getByRole('article', { name: 'Decision 12' })
    await decision.getByText('Ann: +5 s, 2 licence points').waitFor()
    const moment = await decision.getByRole('link', { name: 'Watch' }).getAttribute('href')
    assert.equal(moment, `/sessions/${SESSION_ID}?t=e7`)
    await page.getByRole('button', { name: 'Report an incident' }).press('Enter')
    await page.getByLabel('Moment').selectOption('7')
    assert.equal(await page.getByLabel('Lap', { exact: true }).inputValue(), '3')
    for (const name of NAMES) await page.getByRole('checkbox', { name }).uncheck()
    await page.getByLabel('What happened?').fill('Ann hit me')
    await page.getByRole('button', { name: 'Send to the stewards' }).press('Enter')
    const group = page.getByRole('group', { name: 'Which cars do you report?' })
    await group.getByText('Choose at least one car.').waitFor()
    await group.getByRole('checkbox').first().and(page.locator(':focus')).waitFor()
    await fits(page, 'cars')
    await page.getByRole('checkbox', { name: /^Ann/ }).check()
    const report = page.getByRole('form', { name: 'Report an incident' })
    await report.getByLabel('Links to clips').fill('http://clips.example')
    await page.getByRole('button', { name: 'Send to the stewards' }).press('Enter')
    await page.getByText('Use up to three addresses').waitFor()
    await fits(page, 'season')
    await report.getByLabel('Links to clips').fill('https://clips.example/1')
    const reload = async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Show decisions and reports' }).press('Enter')
    }
    await reload()
    await comesToBe(() => report.getByLabel('What happened?').inputValue(), 'Ann hit me')
    assert.ok(await report.getByRole('checkbox', { name: /^Ann/ }).isChecked())
    await page.getByRole('button', { name: 'Send to the stewards' }).press('Enter')
    await page.getByText('The stewards have your report.').waitFor()
    const sent = site.calls.find(({ method }) => method === 'POST')
    assert.partialDeepStrictEqual(sent?.body, {
      sessionId: SESSION_ID,
      lap: 3,
      eventSeq: 7,
      driverIdxs: [0],
      description: 'Ann hit me',
      links: ['https://clips.example/1'],
    })
    const clip = page.getByRole('link', { name: 'https://clips.example/4' })
    assert.match((await clip.getAttribute('rel')) ?? '', /noopener.*nofollow/)
    const response = page.getByRole('textbox', { name: 'Your response' })
    await response.fill('I left room')
    await reload()
    await comesToBe(() => response.inputValue(), 'I left room', 'a reload')
    await page.getByRole('button', { name: 'Send the response' }).press('Enter')
    await page.getByText('Sent to the stewards.').waitFor()
  })

  await t.test(
    'a steward proposes, previews and publishes; a conflict leaves the text',
    async (t) => {
      serve(site, MARISOL.id, [])
      const room: CaseRoom = {
        comments: [
          { id: OTHER, userId: OTHER, username: 'Second', text: 'Clear to me', createdAt: AT },
        ],
        proposals: [
          {
            id: OTHER,
            userId: OTHER,
            username: 'Second',
            penalties: DECISION.penalties,
            reason: 'No room',
            createdAt: AT,
            voters: ['Second'],
            isOwnVote: false,
          },
        ],
      }
      let version = 2
      site.answer(stewards.cases, () => [aCase({ version })])
      site.answer(stewards.case, () => aCase({ version }))
      site.answer(stewards.room, () => room)
      site.answer(stewards.comment, () => room)
      site.answer(stewards.preview, () => ({
        results: [{ driverIdx: 0, name: 'Ann', positionBefore: 1, positionAfter: 2 }],
        drivers: [
          {
            key: 'Ann',
            name: 'Ann',
            positionBefore: 1,
            positionAfter: 2,
            pointsBefore: 25,
            pointsAfter: 18,
          },
        ],
      }))
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=stewards`)
      await page.getByRole('button', { name: 'Open: case 4' }).press('Enter')
      await page.getByText('Clear to me').waitFor()
      await page.getByRole('button', { name: 'Use this text' }).press('Enter')
      const reason = page.getByRole('form', { name: 'Decision', exact: true }).getByLabel('Reason')
      assert.equal(await reason.inputValue(), 'No room')
      await page.getByRole('button', { name: 'Preview the effect' }).press('Enter')
      await page.getByText('Ann: 1 → 2').waitFor()
      await fits(page, 'room')
      await reason.fill('Typed by me')
      await page.reload()
      await page.getByRole('button', { name: 'Open: case 4' }).press('Enter')
      await comesToBe(() => reason.inputValue(), 'Typed by me', 'a reload')
      await page.getByLabel('Publish it now').press('Space')
      version = 3
      site.answer(stewards.decide, () => {
        throw new Refusal(412, { changes: [] })
      })
      await page.getByRole('button', { name: 'Publish the decision' }).press('Enter')
      await page.getByText('Somebody has changed this case').waitFor()
      assert.equal(await reason.inputValue(), 'Typed by me')
      site.answer(stewards.decide, () => aCase({ state: 'decided', decisions: [DECISION] }))
      await page.getByRole('button', { name: 'Publish the decision' }).press('Enter')
      await page.getByText('The decision is published.').waitFor()
      const tags = site.calls
        .filter(({ path }) => path.endsWith('/decisions'))
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['if-match'])
      assert.deepEqual(tags, ['"2"', '"3"'])
    },
  )

  await onlyInLongRun(() =>
    t.test('the dashboard has the cases that wait for the user', async (t) => {
      const about = { number: 4, seasonId: SEASON_ID, seasonName: 'Winter Cup' }
      site.answer(stewards.pending, () => [
        { caseId: CASE_ID, ...about, need: 'respond' as const, until: AT },
        { caseId: OTHER, ...about, number: 5, need: 'judge' as const, until: null },
      ])
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/dashboard`)
      const list = page.getByRole('list', { name: 'Incidents that wait for you' })
      await list.getByText('You are reported and can respond').waitFor()
      const link = await list.getByRole('link', { name: 'Open: case 4' }).getAttribute('href')
      assert.equal(link, `/seasons/${SEASON_ID}#incidents`)
      await fits(page, 'dashboard')
    }),
  )
})
