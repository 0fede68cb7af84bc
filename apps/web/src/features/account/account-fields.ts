import type { Text } from '../../messages/create-text.ts'
import type { TypedField } from '../../ui/forms/form-fields.tsx'

const EMAIL = /^[^\s@]+@[^\s@]+$/

export function emailField(t: Text, hint?: string): TypedField<'email'> {
  return {
    kind: 'email',
    name: 'email',
    autoComplete: 'username',
    hint,
    label: t('account.email'),
    missing: t('account.emailMissing'),
    check: (email) => !EMAIL.test(email) && t('account.emailInvalid'),
  }
}

export function passwordField(
  t: Text,
  autoComplete: 'current-password' | 'new-password',
  hint?: string,
): TypedField<'password'> {
  return {
    kind: 'password',
    name: 'password',
    autoComplete,
    hint,
    label: t('account.password'),
    missing: t('account.passwordMissing'),
  }
}
