import type { Language } from '@pitboard/contract/words/languages'
import type { AuthUser, Factor } from '../tables/auth-tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { languageOf, type TemplateName } from '../messages/mail-template.ts'
import { notify } from '../messages/outbox.ts'
import { findAuthUser } from '../users/queries.ts'

type Change = Extract<TemplateName, `${'factor' | 'passkey'}-${string}`>

const WORDS: Readonly<Record<Language, Readonly<Record<Factor['factor_type'], string>>>> = {
  en: {
    totp: 'an authenticator app',
    phone: 'a phone',
    webauthn: 'a security key',
    recovery_code: 'recovery codes',
  },
  de: {
    totp: 'eine Authenticator-App',
    phone: 'ein Telefon',
    webauthn: 'ein Sicherheitsschlüssel',
    recovery_code: 'Wiederherstellungscodes',
  },
}

/**
 * Notifies a user of an added or removed factor. Runs after the transaction: a slow mail
 * server blocks nobody else.
 */
export async function notifyFactorChange(
  auth: AuthContext,
  userId: string,
  source: Pick<Source, 'language'>,
  change: Change,
  factorType?: Factor['factor_type'],
): Promise<void> {
  const user = await findAuthUser(auth.db, userId)
  if (!user || user.email === null || user.email_confirmed_at === null) return
  const factor = factorType && wordsFor(user, source, factorType)
  await notify(auth, user, source, change, {
    email: user.email,
    ...(factor && { factor }),
  })
}

function wordsFor(
  user: AuthUser,
  source: Pick<Source, 'language'>,
  factorType: Factor['factor_type'],
): string {
  return WORDS[languageOf(user, source)][factorType]
}
