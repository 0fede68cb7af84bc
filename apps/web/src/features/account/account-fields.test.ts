import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { createText } from '../../messages/create-text.ts'
import { codeField, factorErrors, factorNameField } from '../security/factor-fields.ts'
import { emailField, passwordField } from './account-fields.ts'

const text = createText(await loadCatalogue('en', ['account', 'dashboard']), 'en')

test('an address is checked before it is sent', () => {
  const { check, ...field } = emailField(text, 'A hint')
  assert.deepEqual(field, {
    kind: 'email',
    name: 'email',
    autoComplete: 'username',
    hint: 'A hint',
    label: text('account.email'),
    missing: text('account.emailMissing'),
  })
  for (const address of ['a@b', 'mia.k+1@racer.example']) assert.equal(check?.(address), false)
  for (const address of ['', 'a', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c', ' a@b', 'a@b ']) {
    assert.equal(check?.(address), text('account.emailInvalid'), address)
  }
})

test('a password is known to the browser as the current one or a new one', () => {
  assert.deepEqual(passwordField(text, 'new-password'), {
    kind: 'password',
    name: 'password',
    autoComplete: 'new-password',
    hint: undefined,
    label: text('account.password'),
    missing: text('account.passwordMissing'),
  })
})

test('a second factor has a code and a name', () => {
  assert.deepEqual(codeField(text, 'account.email'), {
    kind: 'code',
    name: 'code',
    label: text('account.email'),
    missing: text('dashboard.codeMissing'),
  })
  assert.deepEqual(factorNameField(text), {
    kind: 'text',
    name: 'factorName',
    maxLength: TEXT_MAX.factorName,
    label: text('dashboard.factorName'),
    hint: text('dashboard.factorNameHint'),
    missing: text('dashboard.factorNameMissing'),
  })
})

test('a name that is taken is refused at its field, all else at another place', () => {
  const errors = factorErrors('code')
  const taken = errors({ code: 'mfa_factor_name_conflict' }, text)
  assert.deepEqual(taken, { factorName: text('account.factorNameTaken') })
  assert.deepEqual(errors({ code: 'mfa_verification_failed' }, text), {
    code: text('account.codeWrong'),
  })
})
