import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site as siteTable } from '@pitboard/contract/site/site'
import { logIn, logOut, signUp } from './src/account-pages.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { openMailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'

const AUTH_JWT_SECRET = 'known to both servers, and to nobody else'
const IDA = { email: 'ida@racer.example', password: 'slipstream on the back', username: 'Ida' }

test('where another service signs in, the site goes to it, and profiles stay here', async (t) => {
  const service = await startPitboard(t, { AUTH_RATE_LIMITS: 'false', AUTH_JWT_SECRET })
  const { authAnonKey } = await service.call(siteTable.get)
  const pitboard = await startPitboard(t, {
    AUTH_URL: `${service.publicUrl}/auth/v1`,
    AUTH_JWT_SECRET,
    AUTH_ANON_KEY: authAnonKey ?? '',
  })
  const site = pitboard.publicUrl
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const [, protocol = ''] = /^\/(auth|rest)\/v1\//.exec(pathname) ?? []
    if (protocol !== '' && request.resourceType() === 'fetch') asked.add(`${protocol} ${origin}`)
  })

  await signUp(page, site, openMailbox(service.dataDir), IDA)
  await page.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
  assert.deepEqual([...asked].toSorted(), [`auth ${service.publicUrl}`, `rest ${site}`])
  await page.goto(`${site}/dashboard/settings`)
  await page.getByText('You have no recorder key.').waitFor()
  await logOut(page)
  await logIn(page, site, { ...IDA, password: 'not this one' })
  await page.getByText('password is wrong').waitFor()
})
