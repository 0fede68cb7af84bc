import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AppContext } from '../../../context.ts'
import type { Outbox } from './outbox.ts'
import type { Source } from '../http/source.ts'
import { languageOf, renderMail, type TemplateName, type TemplateValues } from './mail-template.ts'

const GOOD_FOR_SECONDS = 86_400

/**
 * Notifies a user by mail of what happened to the account, regardless of the limits: an attacker who uses
 * them up must not hold back a warning.
 */
export async function notify(
  auth: Pick<AppContext, 'publicUrl'> & { readonly outbox: Outbox },
  db: Db,
  user: AuthUser,
  source: Pick<Source, 'language'>,
  template: TemplateName,
  values: Pick<TemplateValues, 'email' | 'newEmail' | 'phone' | 'factor' | 'provider'>,
): Promise<void> {
  const content = { siteUrl: auth.publicUrl(), ...values }
  const mail = renderMail(template, languageOf(user, source), values.email, content)
  const message = { kind: 'mail', mail } as const
  await auth.outbox.add(db, { userId: user.id, goodForSeconds: GOOD_FOR_SECONDS, message })
}
