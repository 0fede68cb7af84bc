import { comesToBe } from '@pitboard/contract/testing/patience'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { careers } from '@pitboard/contract/drivers/career'
import { headToHead } from '@pitboard/contract/drivers/head-to-head'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { aCareer, aHeadToHead } from './stub/long-career.ts'
import { aLongSeason } from './stub/long-season.ts'
import { MARISOL } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'
import { fillSite } from './stub/whole-site.ts'

const look = openLook('head-to-head')

test('a driver of a standings row and one of a career are compared with whom the reader chooses, at an address of its own', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  fillSite(site)
  const season = aLongSeason({ rounds: 6, driven: 3, drivers: 8 })
  site.answer(seasons.get, () => season)
  site.answer(careers.get, () => aCareer(24))
  site.answer(headToHead.ofSeason, ({ query }) =>
    aHeadToHead(5, query.get('first') ?? '', query.get('second') ?? ''),
  )
  site.answer(headToHead.ofUser, ({ query }) =>
    aHeadToHead(7, 'Marisol', query.get('against') ?? ''),
  )
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/seasons/${season.id}`)
  await page.getByRole('button', { name: /^Moreau/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Head-to-head' }).click()
  await page.getByLabel('Second driver').selectOption('Petrenko')
  await page.getByRole('heading', { level: 1, name: 'Moreau against Petrenko' }).waitFor()
  const races = page.getByRole('region', { name: 'Races', exact: true })
  assert.match(await races.innerText(), /Moreau\s+3\s+Petrenko\s+1\s+On average 4\.321 s ahead/)
  const rows = page.getByRole('table', { name: 'Sessions of both' }).getByRole('row')
  await comesToBe(async () => rows.count(), 6)
  const address = new URL(page.url())
  assert.equal(address.search, `?season=${season.id}&first=Moreau&second=Petrenko`)
  await look(page, 'season')

  await page.goto(`${site.url}/user/${MARISOL.id}`)
  await page.getByRole('img', { name: /^Positions in the latest 24 races/ }).waitFor()
  await page.getByRole('link', { name: /^Castillo/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Marisol against Castillo' }).waitFor()
})
