import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { openLook } from '../testing/look.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { aListedSession } from '../src/testing/a-listed-session.ts'
import { aLongSeason } from './stub/long-season.ts'
import { anEvent, aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'
import { fillSite } from './stub/whole-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000034'
const [EVENT_ID = '', RACE_ID = '', OTHER_ID = ''] = ['35', '36', '37'].map(
  (end) => `01900000-0000-7000-8000-0000000000${end}`,
)
const look = openLook('organiser-work', [390, 1440])
const LEAGUE_ID = '01900000-0000-7000-8000-000000000033'
const CASES = { need: 'judge', until: null } as const

test('what waits for an organiser', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  let season = aSeason({ name: 'Winter Cup', ownerId: MARISOL.id })
  const work = {
    seasonId: season.id,
    seasonName: season.name,
    unlinkedEvents: 0,
    hiddenDrivers: 4,
    missedAnnouncements: 1,
    announcingLeagueId: LEAGUE_ID,
  }
  t.beforeEach(() => {
    site.reset()
    fillSite(site)
    site.answer(seasons.get, () => season)
    const about = { seasonId: season.id, seasonName: season.name }
    site.answer(stewards.pending, () => [
      { caseId: 'a', number: 1, ...about, ...CASES },
      { caseId: 'b', number: 2, ...about, ...CASES },
      { caseId: 'c', number: 3, ...about, ...CASES, need: 'respond' as const },
      { caseId: 'd', number: 1, ...about, ...CASES, seasonId: 'another' },
    ])
    site.answer(seasonManagement.work, () => [
      { ...work, signUps: 2, claims: 1, unpublishedSessions: 3 },
    ])
  })

  await t.test('the dashboard has it with a link to where it is done', async (t) => {
    const page = await openPage(t, browser)
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/dashboard`)
    const list = page.getByRole('list', { name: 'Waits for you' })
    const items = async () => {
      const texts = await list.getByRole('listitem').allInnerTexts()
      return texts.map((item) => item.split('\n').filter((line) => line !== ''))
    }
    await comesToBe(items, [
      ['Winter Cup', '2 sign-ups to decide about', 'Open'],
      ['Winter Cup', '1 driver says that a name is theirs', 'Open'],
      ['Winter Cup', '4 cars without a name to assign', 'Open'],
      ['Winter Cup', '3 results since the last published standings', 'Open'],
      ['Winter Cup', '1 announcement that a receiver has not got', 'Open'],
    ])
    const announcements = list.getByRole('link', { name: 'announcement' })
    assert.equal(
      await announcements.getAttribute('href'),
      `/dashboard/leagues/${LEAGUE_ID}/edit#announcements`,
    )
    await list.getByRole('link', { name: 'sign-ups' }).click()
    await page.waitForURL(`**/dashboard/seasons/${season.id}/edit?part=signUp`)
  })

  await t.test('the parts of the editor say how much it is, until it is done', async (t) => {
    const page = await openPage(t, browser)
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/dashboard/seasons/${season.id}/edit`)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    for (const name of ['Sign-up 2', 'Roster 1', 'Names 4', 'Stewards 2', 'Results 3', 'Events']) {
      await tab(name).waitFor()
    }
    site.answer(seasonManagement.work, () => [])
    site.answer(stewards.pending, () => [])
    season = { ...season, version: season.version + 1 }
    site.realtime.publishRow('seasons', season.id)
    await tab('Sign-up').waitFor()
  })

  await t.test('nothing is said where nothing waits', async (t) => {
    site.answer(seasonManagement.work, () => [])
    const page = await openPage(t, browser)
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('heading', { name: 'Your seasons' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Waits for you' }).count(), 0)
  })

  await t.test(
    'a recording that fits an event is proposed, and says what it changes and what is doubtful before it is saved',
    async (t) => {
      const event = { ...anEvent(10, { startsAt: '2026-03-08T20:00:00Z' }), id: EVENT_ID }
      season = aLongSeason({ rounds: 3, driven: 2, drivers: 6 }, { ownerId: MARISOL.id })
      season = { ...season, id: SEASON_ID, events: [...season.events.slice(0, 2), event] }
      const times = { sessionStartTime: '2026-03-08T20:05:00Z', trackId: 10, trackName: 'Spa' }
      const race = aListedSession({ ...times, id: RACE_ID, sessionId: '8', userId: MARISOL.id })
      const strange = aListedSession({ ...times, id: OTHER_ID, sessionId: '9', userId: 'x' })
      const other = { ...strange, sessionStartTime: '2026-01-08T20:05:00Z', userName: 'Ute' }
      site.answer(sessions.currentUser, () => ({ totalElements: 2, sessions: [race, other] }))
      const drivers = season.standings.drivers.map(({ key, name, position, points }) => ({
        key,
        name,
        positionBefore: position,
        positionAfter: position + 1,
        pointsBefore: points,
        pointsAfter: points + 8,
      }))
      site.answer(seasons.previewSessions, ({ body }) => ({
        sessions: body.sessionIds.map((sessionId) => ({
          sessionId,
          role: 'race' as const,
          cars: 20,
          knownCars: sessionId === RACE_ID ? 18 : 3,
          bannedDrivers: [],
        })),
        drivers,
      }))
      const sent: string[][] = []
      site.answer(seasons.addSessions, ({ body }) => {
        sent.push(body.sessionIds)
        return { ...season, version: 2 }
      })
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit`)
      const proposals = page.getByRole('region', { name: 'Recordings that fit an event' })
      await proposals.getByRole('button', { name: 'Link to round 3: Spa' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Race: 18 of 20 drivers are of this season.').waitFor()
      await dialog.getByText('Effect on the standings: 6 drivers').waitFor()
      await dialog.getByRole('rowheader', { name: drivers[0]?.name ?? '' }).waitFor()
      await dialog.getByRole('checkbox', { name: /Ute/ }).click()
      await dialog.getByText('more than three days before or after').waitFor()
      await dialog.getByText('has not recorded for this season').waitFor()
      await dialog.getByText('3 of 20 drivers are of this season. That is less than half').waitFor()
      await look(page, 'link')
      await dialog.getByRole('checkbox', { name: /Ute/ }).click()
      await dialog.getByRole('button', { name: 'Link 1 session' }).click()
      await comesToBe(async () => sent, [[RACE_ID]])
    },
  )
})
