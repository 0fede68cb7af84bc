import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { openPage, startBrowser } from '../testing/browser.ts'
import { aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'
import { fillSite } from './stub/whole-site.ts'

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
})
