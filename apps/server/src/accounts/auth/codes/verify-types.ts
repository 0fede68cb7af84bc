import type { TokenPurpose } from '../../../platform/db/auth-tables.ts'

interface VerifyType {
  readonly purposes: readonly TokenPurpose[]
  /** As flows of a mail of this type name how they are authenticated. */
  readonly flowMethods: readonly string[]
}

const SIGNUP_METHODS = ['email/signup', 'invite']

/** What can be verified (PROTOCOL §4 POST /verify). */
const VERIFY_TYPES: Readonly<Record<string, VerifyType>> = {
  signup: { purposes: ['confirmation'], flowMethods: SIGNUP_METHODS },
  invite: { purposes: ['confirmation'], flowMethods: SIGNUP_METHODS },
  magiclink: { purposes: ['recovery'], flowMethods: ['magiclink'] },
  recovery: { purposes: ['recovery'], flowMethods: ['recovery'] },
  email: {
    purposes: ['confirmation', 'recovery'],
    flowMethods: [...SIGNUP_METHODS, 'magiclink', 'recovery'],
  },
  email_change: {
    purposes: ['email_change_current', 'email_change_new'],
    flowMethods: ['email_change'],
  },
  sms: { purposes: ['confirmation'], flowMethods: [] },
  phone_change: { purposes: ['phone_change'], flowMethods: [] },
}

export function findVerifyType(name: string): VerifyType | undefined {
  return Object.hasOwn(VERIFY_TYPES, name) ? VERIFY_TYPES[name] : undefined
}
