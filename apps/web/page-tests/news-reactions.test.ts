import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NewsReaction, newsReactions } from '@pitboard/contract/leagues/news-reactions'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { withReaction } from '../src/features/leagues/reactions.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite } from './stub/stub-site.ts'
import { ADDRESSES, fillSite } from './stub/whole-site.ts'

test('a reader reacts to a league’s news at once, a refusal takes it back, and visitors see the counts alone, those of others too as they come', async (t) => {
  const site = await startStubSite(t)
  fillSite(site)
  const browser = await startBrowser(t)
  let stored: NewsReaction[] = []
  site.answer(newsReactions.list, () => stored)
  site.answer(newsReactions.set, ({ body }) => {
    if (body.reaction === 'heart') throw new Refusal(429)
    stored = withReaction(stored, body)
    return null
  })
  const address = site.url + ADDRESSES['/leagues/$leagueId']
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  const news = page.getByRole('region', { name: 'News' })
  const flame = news.getByRole('button', { name: /^Flame: / }).first()
  await flame.press('Enter')
  await comesToBe(async () => flame.getAttribute('aria-label'), 'Flame: 1')
  await comesToBe(() => stored.map(({ reaction, count }) => `${reaction} ${count}`), ['flame 1'])
  await news.getByRole('button', { name: 'Heart: 0' }).first().press('Enter')
  await page
    .getByText(/too (many|fast|often)/i)
    .first()
    .waitFor()
  await comesToBe(async () => news.getByRole('button', { pressed: true }).count(), 1)
  assert.deepEqual(await axeFaults(page), [])
  const visitor = await openPage(t, browser)
  await visitor.goto(address)
  const seen = visitor.getByRole('region', { name: 'News' })
  await seen.getByText('Flame: 1').waitFor({ state: 'attached' })
  assert.equal(await seen.getByRole('button', { name: /^Flame/ }).count(), 0)
  await comesToBe(() => site.realtime.subscriberCount, 2)
  stored = stored.map((reaction) => ({ ...reaction, count: reaction.count + 1 }))
  site.realtime.publishRow('reactions', address.split('/').at(-1) ?? '')
  await seen.getByText('Flame: 2').waitFor({ state: 'attached' })
})
