import type { Translation } from '@pitboard/contract/words/message'
import type {
  factors as factorsEnglish,
  textMessages as textMessagesEnglish,
} from '../en/sign-in.ts'

export const factors = {
  totp: 'eine Authenticator-App',
  phone: 'ein Telefon',
  webauthn: 'ein Sicherheitsschlüssel',
  recovery_code: 'Wiederherstellungscodes',
} as const satisfies Translation<typeof factorsEnglish>

export const textMessages = {
  code: 'Dein Pitboard-Code ist {code}',
} as const satisfies Translation<typeof textMessagesEnglish>
