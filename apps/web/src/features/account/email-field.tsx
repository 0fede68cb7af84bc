import { useText } from '../../messages/use-text.ts'
import { entryOf, type FormErrors } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { Text } from '../../messages/create-text.ts'

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The address of a form, or what is wrong with it. */
export function readEmail(
  entries: FormData,
  text: Text,
): { readonly email: string } | { readonly errors: FormErrors } {
  const email = entryOf(entries, 'email').trim()
  if (email === '') return { errors: { email: text('account.emailMissing') } }
  if (!EMAIL.test(email)) return { errors: { email: text('account.emailInvalid') } }
  return { email }
}

interface EmailFieldProps {
  readonly errors: FormErrors
  readonly hint?: string
}

/** Whose account it is: `readEmail` reads it. */
export function EmailField({ errors, hint }: EmailFieldProps) {
  const text = useText()
  return (
    <TextField
      name="email"
      type="email"
      label={text('account.email')}
      autoComplete="username"
      hint={hint}
      error={errors.email}
    />
  )
}
