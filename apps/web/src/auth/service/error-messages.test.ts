import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createText } from '../../messages/create-text.ts'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { authErrorMessage } from './error-messages.ts'

const text = createText(await loadCatalogue('en', ['account']), 'en')

function refusal(code: string, more: object = {}): Error {
  return Object.assign(new Error('Password should be at least 9 characters.'), { code }, more)
}

test('a weak password is told with all its reasons', () => {
  const words = authErrorMessage(refusal('weak_password', { reasons: ['length', 'pwned'] }), text)
  assert.match(words, /Use at least 9 characters\./)
  assert.match(words, /lists that attackers try first/)
  assert.equal(authErrorMessage(refusal('weak_password'), text), text('account.weak'))
})

test('a wrong password and an unknown address are one', () => {
  assert.equal(
    authErrorMessage(refusal('invalid_credentials'), text),
    text('account.invalidCredentials'),
  )
})

test('what never reached the server is told from what the server refused', () => {
  assert.equal(authErrorMessage(new TypeError('fetch failed'), text), text('account.unreachable'))
  assert.equal(authErrorMessage(refusal('something_new'), text), text('account.unexpected'))
  assert.equal(authErrorMessage(null, text), text('account.unexpected'))
})
