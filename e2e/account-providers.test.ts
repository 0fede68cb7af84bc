import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { openWithOpenid } from '@pitboard/server/accounts/auth/testing/providers.fixture'
import { chooseName, logOut, signUp } from '@pitboard/web/testing/account-pages'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { openMailbox } from './src/mailbox.ts'

const ZOE = { email: 'zoe@racer.example', password: 'drs in the second zone', username: 'Zoe' }

test('other sites to sign in by, in a browser', async (t) => {
  const { server, partner } = await openWithOpenid(t, {
    env: { AUTH_RATE_LIMITS: 'false', AUTH_MANUAL_LINKING: 'true' },
  })
  const site = server.context.publicUrl()
  const browser = await startBrowser(t)
  const mails = openMailbox(server.context.config.dataDir)

  await t.test('signing in by another site leads to the wanted page', async (t) => {
    const page = await openPage(t, browser)
    await page.goto(`${site}/login?redirect=${encodeURIComponent('/dashboard/settings')}`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await chooseName(page, 'Driver One')
    await page.getByText('linked as driver@club.example').waitFor()
    assert.equal(page.url(), `${site}/dashboard/settings`)
    await logOut(page)
  })

  await onlyInLongRun(() =>
    t.test('one is linked to an account and unlinked again', async (t) => {
      const page = await openPage(t, browser)
      await signUp(page, site, mails, ZOE)
      partner.person = { sub: 'person-2', email: 'zoe@club.example', email_verified: true }
      await page.goto(`${site}/dashboard/settings`)
      await page.getByRole('button', { name: 'Link Google' }).click()
      await page.getByText('linked as zoe@club.example').waitFor()
      assert.ok(page.url().startsWith(`${site}/dashboard/settings`))
      await page.getByRole('button', { name: 'Unlink' }).click()
      await page.getByText('The link is removed.').waitFor()
      await page.getByRole('button', { name: 'Link Google' }).waitFor()
    }),
  )

  await onlyInLongRun(() =>
    t.test(
      'one that is another user’s is refused in words, and nobody is signed out',
      async (t) => {
        const page = await openPage(t, browser)
        await signUp(page, site, mails, { ...ZOE, email: 'zac@racer.example', username: 'Zac' })
        partner.person = { sub: 'person-1', email: 'driver@club.example', email_verified: true }
        await page.goto(`${site}/dashboard/settings`)
        await page.getByRole('button', { name: 'Link Google' }).click()
        await page.getByText('That account is already linked').waitFor()
        assert.equal(new URL(page.url()).search, '')
        await page.getByRole('button', { name: 'Logout' }).waitFor()
      },
    ),
  )
})
