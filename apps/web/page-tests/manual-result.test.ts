import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { manualResults } from '@pitboard/contract/sessions/session-document'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { createScenario } from '@pitboard/sim/scenario/scenario'
import type { Page } from 'playwright-core'
import { anEvent, aSeason } from '../src/testing/a-season.ts'
import { recordDrive } from './stub/record-drive.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000060'
const EVENTS = [anEvent(7, { name: 'Opening' }), anEvent(10, { name: 'Second' })]
const ADDRESS = '/dashboard/sessions/typed'

const RACE = createScenario({
  seed: 9,
  format: 2025,
  rateHz: 10,
  cars: 4,
  laps: 2,
  lean: true,
  trackId: 10,
  kinds: ['race'],
  situations: [],
})

const cell = (page: Page, column: string, line: number) =>
  page.getByLabel(`${column}, line ${line}`, { exact: true })

test('a result that is typed is a draft of its event, and a correction is merged with another one', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => {
    site.reset()
    const season = aSeason({ id: SEASON_ID, ownerId: MARISOL.id, events: EVENTS })
    site.answer(seasons.get, () => season)
    site.answer(seasons.mine, () => ({ totalElements: 1, seasons: [season] }))
  })

  await onlyInLongRun(() =>
    t.test('what is typed stays for its own event, until it is stored', async (t) => {
      const page = await openPage(t, browser)
      page.on('dialog', (dialog) => void dialog.accept())
      await signIn(page, site, MARISOL)
      const addressOf = (at: number) =>
        `${site.url}${ADDRESS}?season=${SEASON_ID}&event=${EVENTS[at]?.id ?? ''}`
      const name = cell(page, 'Driver', 1)
      await page.goto(addressOf(0))
      await name.fill('Ann')
      await page.reload()
      assert.equal(await name.inputValue(), 'Ann', 'a reload')
      assert.equal(await page.getByText('Changed in the meantime').count(), 0, 'nobody changed it')
      await page.goto(addressOf(1))
      assert.equal(await name.inputValue(), '', 'another event')
      await page.goto(addressOf(0))
      assert.equal(await name.inputValue(), 'Ann', 'another page and back')

      await page.getByLabel('Event').selectOption({ label: '2 Second' })
      await page.waitForURL(addressOf(1))
      assert.equal(await name.inputValue(), 'Ann', 'it goes to another event')
      await page.reload()
      assert.equal(await name.inputValue(), 'Ann', 'and stays there')
      await page.goto(addressOf(0))
      assert.equal(await name.inputValue(), '', 'and is not at the first any more')
    }),
  )

  await t.test(
    'a result that was stored and not linked is stored once, also after a reload',
    async (t) => {
      const stored = recordDrive(RACE.datagrams(), Date.UTC(2026, 9, 4, 19))
      const writes: string[] = []
      const answer = (kind: string) => () => {
        writes.push(kind)
        return { ...stored, siblings: [], filled: [] }
      }
      site.answer(manualResults.create, answer('create'))
      site.answer(manualResults.correct, answer('correct'))
      site.answer(seasons.setSession, () => {
        throw new Refusal(409)
      })
      const page = await openPage(t, browser)
      page.on('dialog', (dialog) => void dialog.accept())
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}${ADDRESS}?season=${SEASON_ID}&event=${EVENTS[0]?.id ?? ''}`)
      await cell(page, 'Driver', 1).fill('Ann')
      await page.getByLabel('Driven at').fill('2026-10-04T19:00')
      const save = page.getByRole('button', { name: 'Save the result' })
      await save.click()
      await page.getByRole('form').getByRole('alert').waitFor()
      await page.reload()
      await save.click()
      await page.getByRole('form').getByRole('alert').waitFor()
      assert.deepEqual(writes, ['create', 'correct'])
    },
  )

  await onlyInLongRun(() =>
    t.test('the second to save decides where both corrected the same', async (t) => {
      const driven = recordDrive(RACE.datagrams(), Date.UTC(2026, 9, 4, 19))
      const hand = { userId: MARISOL.id, origin: 'hand' as const, siblings: [], filled: [] }
      let stored = { ...driven, ...hand }
      let isChangedThere = false
      site.answer(sessions.get, () => {
        isChangedThere = false
        return stored
      })
      site.answer(manualResults.correct, ({ body }) => {
        if (isChangedThere) throw new Refusal(412, { changes: [] })
        const teams = new Map(body.drivers.map((one) => [one.driverIdx, one.team ?? '']))
        const drivers = stored.drivers.map((one) => ({
          ...one,
          team: teams.get(one.driverIdx) ?? one.team,
        }))
        stored = { ...stored, drivers }
        return stored
      })
      const page = await openPage(t, browser)
      page.on('dialog', (dialog) => void dialog.accept())
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}${ADDRESS}?session=${driven.id}`)
      const [first, second] = [cell(page, 'Team', 1), cell(page, 'Team', 2)]
      await first.fill('Mine')
      await page.reload()
      assert.equal(await first.inputValue(), 'Mine', 'a correction outlives a reload')

      const byPlace = stored.drivers.toSorted((a, b) => (a.position ?? 99) - (b.position ?? 99))
      const [winner, next] = byPlace
      assert.ok(winner && next)
      const there = new Map([
        [winner.driverIdx, 'Theirs'],
        [next.driverIdx, 'Other'],
      ])
      stored = {
        ...stored,
        drivers: stored.drivers.map((one) => ({
          ...one,
          team: there.get(one.driverIdx) ?? one.team,
        })),
      }
      isChangedThere = true
      const save = page.getByRole('button', { name: 'Save the correction' })
      await save.click()
      const conflict = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
      await conflict.getByText(`${winner.name}: Team: ${winner.team} → Theirs`).waitFor()
      await conflict.getByText(`${winner.name}: Team: ${winner.team} → Mine`).waitFor()
      assert.equal(await first.inputValue(), 'Mine')
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        assert.deepEqual(await axeFaults(page), [], `${width} px`)
      }
      await conflict.getByRole('button', { name: 'Keep my input' }).click()
      await comesToBe(() => second.inputValue(), 'Other', 'what contradicts nothing is taken over')
      await save.click()
      await page.waitForURL(`**/sessions/${driven.id}`)
      const teams = [winner, next].map(
        ({ driverIdx }) => stored.drivers.find((one) => one.driverIdx === driverIdx)?.team,
      )
      assert.deepEqual(teams, ['Mine', 'Other'])
      await page.goto(`${site.url}${ADDRESS}?session=${driven.id}`)
      assert.equal(await first.inputValue(), 'Mine')
      stored = { ...stored, drivers: stored.drivers.map((one) => ({ ...one, team: 'Later' })) }
      await page.reload()
      await comesToBe(() => first.inputValue(), 'Later', 'what is saved is no draft any more')
    }),
  )
})
