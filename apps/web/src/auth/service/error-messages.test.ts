import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createText } from '../../messages/create-text.ts'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { authErrorMessage, authFormErrors, codeOf } from './error-messages.ts'

const en = createText(await loadCatalogue('en', ['account']), 'en')

function refusal(code: string, more: object = {}): Error {
  return Object.assign(new Error('Password should be at least 9 characters.'), { code }, more)
}

test('a weak password is told with all its reasons', () => {
  const words = authErrorMessage(refusal('weak_password', { reasons: ['length', 'pwned'] }), en)
  assert.match(words, /Use at least 9 characters\./)
  assert.match(words, /lists that attackers try first/)
  assert.equal(authErrorMessage(refusal('weak_password'), en), en('account.weak'))
})

test('a wrong password and an unknown address are one', () => {
  assert.equal(
    authErrorMessage(refusal('invalid_credentials'), en),
    en('account.invalidCredentials'),
  )
})

test('what never reached the server is told from what the server refused', () => {
  assert.equal(authErrorMessage(new TypeError('fetch failed'), en), en('account.unreachable'))
  assert.equal(authErrorMessage(refusal('something_new'), en), en('account.unexpected'))
  assert.equal(authErrorMessage(null, en), en('account.unexpected'))
})

const WEAK_KNOWN = en('account.weakKnown')

for (const [reasons, message, words] of [
  [['characters'], '', en('account.weakCharacters')],
  [['length'], 'Use 12 characters', en('account.weakLength', { count: 12 })],
  [['length'], 'Use more characters', en('account.weakLength', { count: 8 })],
  [['characters', 'pwned'], '', `${en('account.weakCharacters')} ${WEAK_KNOWN}`],
  [[], '', en('account.weak')],
  ['length', '', en('account.weak')],
] as const) {
  test(`a password that is weak for ${JSON.stringify(reasons)} with “${message}” is answered with “${words}”`, () => {
    const error = Object.assign(new Error(message), { code: 'weak_password', reasons })
    assert.equal(authErrorMessage(error, en), words)
  })
}

test('reasons are read from an answer that is not an error, too', () => {
  const answer = { code: 'weak_password', reasons: ['length'] }
  assert.equal(authErrorMessage(answer, en), en('account.weakLength', { count: 8 }))
})

for (const [error, code] of [
  [{ code: 'otp_expired' }, 'otp_expired'],
  [{ code: 422 }, ''],
  [{}, ''],
  [null, ''],
  [undefined, ''],
  ['otp_expired', ''],
] as const) {
  test(`the code of ${JSON.stringify(error)} is “${code}”`, () => {
    assert.equal(codeOf(error), code)
  })
}

function setOnline(t: TestContext, isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
  t.after(() => Reflect.deleteProperty(navigator, 'onLine'))
}

test('while the browser is offline that is the reason, whatever failed', (t) => {
  setOnline(t, false)
  assert.equal(authErrorMessage(refusal('otp_expired'), en), en('account.offline'))
})

test('a library that could not reach the service is not refused by it', (t) => {
  setOnline(t, true)
  const error = Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError' })
  assert.equal(authErrorMessage(error, en), en('account.unreachable'))
})

test('an error of a form stands at the field of its code, else at the form', () => {
  const errors = authFormErrors({ same_password: 'password' })
  assert.deepEqual(errors(refusal('same_password'), en), {
    password: en('account.samePassword'),
  })
  assert.deepEqual(errors(refusal('user_banned'), en), { form: en('account.banned') })
  assert.deepEqual(authFormErrors({}, 'code')(refusal('otp_expired'), en), {
    code: en('account.codeWrong'),
  })
  assert.deepEqual(authFormErrors()(null, en), { form: en('account.unexpected') })
})
