import { AuthError } from '../http/auth-error.ts'

const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u
const EMAIL_CHARACTERS_MAX = 255

/**
 * An e-mail address as it is stored and compared. Throws a 400 for what is none, also for characters
 * that show nothing or only look like others: in lower case they would be somebody else's address.
 */
export function readEmail(text: string): string {
  const written = text.trim()
  const email = written.toLowerCase()
  const isPlain = written.normalize('NFKC') === written && !/[\p{Cc}\p{Cf}]/u.test(written)
  if (isPlain && email.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(email)) return email
  throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
}

/** A phone number as it is stored: E.164 without the plus. Throws a 400 for what is none. */
export function readPhone(text: string): string {
  const phone = text.trim().replaceAll(' ', '').replace(/^\+/, '')
  if (/^[1-9]\d{6,14}$/.test(phone)) return phone
  throw new AuthError(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
}
