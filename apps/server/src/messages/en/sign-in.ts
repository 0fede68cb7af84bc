import type { Area } from '@pitboard/contract/words/message'

/** Mails name a second factor by its kind. */
export const factors = {
  totp: 'an authenticator app',
  phone: 'a phone',
  webauthn: 'a security key',
  recovery_code: 'recovery codes',
} as const satisfies Area

/** Phones get these texts. */
export const textMessages = {
  code: 'Your Pitboard code is {code}',
} as const satisfies Area
