import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, logOut, signUp } from '@pitboard/web/testing/account-pages'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { openSite } from './src/site-in-process.ts'

const AUTH_JWT_SECRET = 'known to both servers, and to nobody else'
const IDA = { email: 'ida@racer.example', password: 'slipstream on the back', username: 'Ida' }

test('where another service signs in, the site goes to it, and profiles stay here', async (t) => {
  const service = await openSite(t, { AUTH_JWT_SECRET })
  const site = await openSite(t, {
    AUTH_URL: `${service.url}/auth/v1`,
    AUTH_JWT_SECRET,
    AUTH_ANON_KEY: service.server.context.keys.anonKey,
  })
  const page = await openPage(t, await startBrowser(t))
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const [, protocol = ''] = /^\/(auth|rest)\/v1\//.exec(pathname) ?? []
    if (protocol !== '' && request.resourceType() === 'fetch') asked.add(`${protocol} ${origin}`)
  })

  await signUp(page, site.url, service.mails, IDA)
  await page.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
  assert.deepEqual([...asked].toSorted(), [`auth ${service.url}`, `rest ${site.url}`])
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByText('You have no recorder key.').waitFor()
  await logOut(page)
  await logIn(page, site.url, { ...IDA, password: 'not this one' })
  await page.getByText('password is wrong').waitFor()
})
