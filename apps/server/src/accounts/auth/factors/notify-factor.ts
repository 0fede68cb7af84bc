import { TEXTS } from '../../../messages/catalogue.ts'
import type { Factor } from '../tables/auth-tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { languageOf, type TemplateName } from '../messages/mail-template.ts'
import { notify } from '../messages/outbox.ts'
import { findAuthUser } from '../users/queries.ts'

type Change = Extract<TemplateName, `${'factor' | 'passkey'}-${string}`>

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
  const factor = factorType && TEXTS[languageOf(user, source)](`factors.${factorType}`)
  await notify(auth, user, source, change, {
    email: user.email,
    ...(factor && { factor }),
  })
}
