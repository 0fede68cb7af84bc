/**
 * Returns the address that a mail goes to. Throws an error if the account has none, because a mail to nobody would
 * count as sent. An account that was found by an address has one.
 */
export function getEmail({ email }: { readonly email: string | null }): string {
  if (email === null) throw new Error('The account has no email address.')
  return email
}

/**
 * Returns the number that a text message goes to, which belongs to an account or to a second factor. Throws an error if
 * there is none.
 */
export function getPhone({ phone }: { readonly phone: string | null }): string {
  if (phone === null) throw new Error('There is no phone number.')
  return phone
}
