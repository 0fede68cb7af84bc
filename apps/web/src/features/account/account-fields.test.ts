import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { createText } from '../../messages/create-text.ts'
import { codeField, factorErrors, factorNameField } from '../security/factor-fields.ts'
import { emailField, passwordField } from './account-fields.ts'

const t = createText(await loadCatalogue('en', ['account', 'dashboard']), 'en')

test('an address is checked before it is sent', () => {
  const { check, ...field } = emailField(t, 'A hint')
  assert.deepEqual(field, {
    kind: 'email',
    name: 'email',
    autoComplete: 'username',
    hint: 'A hint',
    label: t('account.email'),
    missing: t('account.emailMissing'),
  })
  for (const address of ['a@b', 'mia.k+1@racer.example']) assert.equal(check?.(address), false)
  for (const address of ['', 'a', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c', ' a@b', 'a@b ']) {
    assert.equal(check?.(address), t('account.emailInvalid'), address)
  }
})

test('a password is known to the browser as the current one or a new one', () => {
  assert.deepEqual(passwordField(t, 'new-password'), {
    kind: 'password',
    name: 'password',
    autoComplete: 'new-password',
    hint: undefined,
    label: t('account.password'),
    missing: t('account.passwordMissing'),
  })
})

test('a second factor has a code and a name', () => {
  assert.deepEqual(codeField(t, 'account.email'), {
    kind: 'code',
    name: 'code',
    label: t('account.email'),
    missing: t('dashboard.codeMissing'),
  })
  assert.deepEqual(factorNameField(t), {
    kind: 'text',
    name: 'factorName',
    maxLength: TEXT_MAX.factorName,
    label: t('dashboard.factorName'),
    hint: t('dashboard.factorNameHint'),
    missing: t('dashboard.factorNameMissing'),
  })
})

test('a name that is taken is refused at its field, all else at another place', () => {
  const errors = factorErrors('code')
  const taken = errors({ code: 'mfa_factor_name_conflict' }, t)
  assert.deepEqual(taken, { factorName: t('account.factorNameTaken') })
  assert.deepEqual(errors({ code: 'mfa_verification_failed' }, t), {
    code: t('account.codeWrong'),
  })
})
