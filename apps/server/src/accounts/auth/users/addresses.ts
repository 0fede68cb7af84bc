/**
 * The address that a mail goes to. Throws an error where the account has none: a mail to nobody would count
 * as sent. Who is found by an address has one.
 */
export function getEmail({ email }: { readonly email: string | null }): string {
  if (email === null) throw new Error('The account has no email address.')
  return email
}

/** The number that a text message goes to: of an account, or of a second factor. Throws an error without one. */
export function getPhone({ phone }: { readonly phone: string | null }): string {
  if (phone === null) throw new Error('There is no phone number.')
  return phone
}
