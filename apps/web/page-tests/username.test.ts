import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { account, recorderKeys } from '@pitboard/contract/accounts/accounts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { refuseAuth } from './stub/refuse-auth.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

test('a username is a draft: another device, a reload and a refusal take nothing of it', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  site.answer(recorderKeys.list, () => [])
  site.answer(account.signIns, () => [])
  const page = await openPage(t, browser)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, site, MARISOL)
  let stored = MARISOL.username ?? ''
  let isTaken = false
  site.answerPath('GET', '/rest/v1/profiles', () => ({
    id: MARISOL.id,
    username: stored,
    avatar_url: null,
  }))
  site.answerPath('PATCH', '/rest/v1/profiles', ({ query, body }) => {
    if (isTaken) refuseAuth('23505', { message: 'duplicate key' })
    if (query.get('username') !== `eq.${stored}`) return []
    stored = String(Reflect.get(Object(body), 'username'))
    return [{ id: MARISOL.id }]
  })
  await page.goto(`${site.url}/dashboard/settings`)
  const form = page.getByRole('form', { name: 'Username' })
  const name = form.getByRole('textbox', { name: 'Username' })
  const save = form.getByRole('button', { name: 'Save the name' })
  const typed = () => name.inputValue()

  await name.fill('Mine')
  await page.reload()
  await name.waitFor()
  assert.equal(await typed(), 'Mine', 'a reload')

  isTaken = true
  await save.click()
  await form.getByText('This name is taken.').waitFor()
  await name.and(page.locator(':focus')).waitFor()
  assert.equal(await typed(), 'Mine', 'a refusal')
  isTaken = false

  stored = 'Theirs'
  await save.click()
  const conflict = form.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
  await conflict.getByText('Username: Marisol → Theirs').waitFor()
  await conflict.getByText('Username: Marisol → Mine').waitFor()
  assert.deepEqual([await typed(), stored], ['Mine', 'Theirs'], 'nothing is replaced unseen')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFaults(page), [], `${width} px`)
    const folder = process.env['USERNAME_SHOTS']
    if (folder) await page.screenshot({ path: join(folder, `username-${width}.png`) })
  }
  await conflict.getByRole('button', { name: 'Keep my input' }).click()
  await save.click()
  await page.getByText('Your name is saved.').waitFor()
  assert.equal(stored, 'Mine')

  stored = 'Later'
  await page.reload()
  await comesToBe(typed, 'Later', 'what is saved is no draft any more')
})
