import type { AuthUser } from '../../db/auth-tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { Source } from '../http/source.ts'
import { languageOf } from './language.ts'
import { renderMail, type TemplateName, type TemplateValues } from './template.ts'

/** Tells a user what has happened to his account; it has happened, whether or not he can be told. */
export async function notify(
  auth: AuthContext,
  user: AuthUser,
  source: Pick<Source, 'language'>,
  template: TemplateName,
  values: Pick<TemplateValues, 'email' | 'newEmail' | 'phone' | 'factor' | 'provider'>,
): Promise<void> {
  const content = { siteUrl: auth.publicUrl(), ...values }
  const mail = renderMail(template, languageOf(user, source), values.email, content)
  await auth.mailer.warn(mail).catch((error: unknown) => {
    auth.log.warn({ err: error, template, userId: user.id }, 'a user could not be told by mail')
  })
}
