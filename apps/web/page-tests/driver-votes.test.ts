import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DriverVote, driverVotes } from '@pitboard/contract/seasons/driver-vote'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { aLinkedSession, anEvent, aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000030'
const RACE_ID = '01900000-0000-7000-8000-000000000041'
const EVENT = anEvent(7, { sessions: [aLinkedSession(RACE_ID, '2026-05-03T18:00:00.000Z')] })
const NAMES = ['Ann', 'Bob', 'Marisol Wagensommer-Castellanos', 'Cleo']

function aVote(vote: Partial<DriverVote> = {}): DriverVote {
  return {
    eventId: EVENT.id,
    sessionId: RACE_ID,
    closesAt: '2026-05-04T18:00:00.000Z',
    isOpen: true,
    mayVote: true,
    ownDriverIdx: null,
    drivers: NAMES.map((name, driverIdx) => ({
      driverIdx,
      name,
      mayBeChosen: driverIdx !== 2,
      votes: null,
    })),
    ...vote,
  }
}

test('a driver votes for another one and sees the count once it is there', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  let vote = aVote()
  site.answer(seasons.get, () =>
    aSeason({
      id: SEASON_ID,
      events: [EVENT],
      driverVote: { hours: 24, voters: 'drivers' },
    }),
  )
  site.answer(driverVotes.season, () => [vote])
  site.answer(driverVotes.cast, ({ body }) => {
    vote = { ...vote, ownDriverIdx: body.driverIdx }
    return vote
  })
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.url}/seasons/${SEASON_ID}`)
  const section = page.getByRole('region', { name: /^Driver of the day: / })
  const bob = section.getByRole('button', { name: 'Bob', exact: true })
  await bob.press('Enter')
  await comesToBe(async () => bob.getAttribute('aria-pressed'), 'true')
  assert.equal(await section.getByRole('button', { name: /Marisol/ }).count(), 0, 'not oneself')
  assert.deepEqual(await axeFaults(page), [])
  await section.getByRole('button', { name: 'Take your vote back' }).press('Enter')
  await comesToBe(async () => bob.getAttribute('aria-pressed'), 'false')
  await comesToBe(
    async () => site.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : [])),
    [{ driverIdx: 1 }, { driverIdx: null }],
  )
  const counts = [2, 12, 5, 0]
  vote = aVote({
    isOpen: false,
    mayVote: false,
    ownDriverIdx: 1,
    drivers: vote.drivers
      .map((driver, index) => ({ ...driver, votes: counts[index] ?? 0 }))
      .toSorted((one, other) => other.votes - one.votes),
  })
  await page.reload()
  await section.getByText('12 of 19 votes').waitFor()
  assert.equal(await section.getByText('Cleo').count(), 0, 'who got no vote is not listed')
  assert.deepEqual(await axeFaults(page), [])
})
