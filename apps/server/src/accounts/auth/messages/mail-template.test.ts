import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { renderMail, TEMPLATE_NAMES } from './mail-template.ts'

const VALUES = {
  siteUrl: 'https://pitboard.example',
  email: 'old@club.example',
  newEmail: 'new@club.example',
  factor: 'an authenticator app',
  provider: 'google',
  confirmationUrl: 'https://pitboard.example/auth/v1/verify?token=a&type=b',
  code: '012345',
  league: 'Sunday League',
  receiver: 'Results channel',
  pageUrl: 'https://pitboard.example/dashboard/leagues/x/edit',
}

test('every template is there in both languages, and no other one', () => {
  const files = readdirSync(new URL('./templates/', import.meta.url)).toSorted()
  const expected = TEMPLATE_NAMES.flatMap((name) => [`${name}.de.txt`, `${name}.en.txt`])
  assert.deepEqual(files, [...expected, 'page.html'].toSorted())
})

for (const name of TEMPLATE_NAMES) {
  test(`${name}: subject, text and HTML, with nothing left to fill in`, () => {
    for (const language of ['en', 'de'] as const) {
      const { subject, text, html, to } = renderMail(name, language, 'to@club.example', VALUES)
      assert.equal(to, 'to@club.example')
      assert.match(subject, /Pitboard/)
      for (const part of [subject, text, html]) assert.doesNotMatch(part, /\{\{|\[|undefined/)
      assert.match(html, new RegExp(`<html lang="${language}">`))
    }
  })
}

test('what a user has written is text, not HTML', () => {
  const values = { ...VALUES, newEmail: '"<b>$&</b>"@club.example' }
  const { html, text } = renderMail('email-change', 'en', 'to@club.example', values)
  assert.ok(text.includes(values.newEmail))
  assert.ok(html.includes('&quot;&lt;b&gt;$&amp;&lt;/b&gt;&quot;@club.example'))
})
