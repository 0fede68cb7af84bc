import type { Text } from '../../messages/create-text.ts'
import type { TypedField } from '../../ui/forms/form-fields.tsx'

const EMAIL = /^[^\s@]+@[^\s@]+$/

export function emailField(text: Text, hint?: string): TypedField<'email'> {
  return {
    kind: 'email',
    name: 'email',
    autoComplete: 'username',
    hint,
    label: text('account.email'),
    missing: text('account.emailMissing'),
    check: (email) => !EMAIL.test(email) && text('account.emailInvalid'),
  }
}

export function passwordField(
  text: Text,
  autoComplete: 'current-password' | 'new-password',
  hint?: string,
): TypedField<'password'> {
  return {
    kind: 'password',
    name: 'password',
    autoComplete,
    hint,
    label: text('account.password'),
    missing: text('account.passwordMissing'),
  }
}
