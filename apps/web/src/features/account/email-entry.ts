import type { Text } from '../../messages/create-text.ts'
import { entryOf, type FormErrors } from '../../ui/forms/form.tsx'

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
