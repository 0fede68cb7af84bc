import { test } from 'node:test'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { type SeasonOffer, seasonOffers } from '@pitboard/contract/seasons/season-offer'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'
import { fillSite } from './stub/whole-site.ts'

const look = openLook('season-handover', [390, 844, 768, 1440])
const SEASON_ID = '01900000-0000-7000-8000-0000000000d0'
const AT = '2026-03-01T18:00:00Z'
const LONG = 'Eine Meisterschaft mit einem wirklich sehr langen Namen, Winter 2026/27'

test('a season is offered, the offer is revoked, and the new owner accepts on their dashboard', async (t) => {
  const [site, browser] = [await startStubSite(t), await startBrowser(t)]
  for (const locale of ['en-GB', 'de-DE']) {
    site.reset()
    fillSite(site)
    let offer: SeasonOffer | null = null
    let version = 3
    let offers = [
      {
        id: 'o',
        seasonId: SEASON_ID,
        seasonName: LONG,
        offeredByName: 'Ute',
        createdAt: AT,
        expiresAt: AT,
      },
    ]
    site.answer(seasons.get, () =>
      aSeason({ id: SEASON_ID, ownerId: MARISOL.id, version, name: LONG }),
    )
    site.answer(seasonOffers.get, () => ({ offer }))
    site.answer(seasonOffers.create, ({ body }) => {
      version += 1
      offer = { id: 'o', userId: 'u', username: body.username, createdAt: AT, expiresAt: AT }
      return null
    })
    site.answer(seasonOffers.revoke, () => {
      version += 1
      offer = null
      return null
    })
    site.answer(leagueMembers.ownInvitations, () => [])
    site.answer(seasonOffers.own, () => offers)
    site.answer(seasonOffers.accept, () => {
      offers = []
      return null
    })
    const page = await openPage(t, browser, { locale })
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=settings`)
    const form = page.getByRole('form', { name: /^(Hand over the season|Saison übergeben)$/ })
    await form.getByRole('textbox').fill('Nora Feld')
    await look(page, `form-${locale}`)
    await form.getByRole('button', { name: /^(Offer the season|Saison anbieten)$/ }).press('Enter')
    const revoke = page.getByRole('button', { name: /^(Revoke the offer|Angebot zurückziehen)$/ })
    await revoke.waitFor()
    await look(page, `offered-${locale}`)
    await revoke.press('Enter')
    await form.waitFor()
    await page.goto(`${site.url}/dashboard`)
    const accept = page.getByRole('button', { name: /^(Accept|Annehmen): / })
    await accept.waitFor()
    await look(page, `dashboard-${locale}`)
    await accept.press('Enter')
    await accept.waitFor({ state: 'detached' })
  }
})
