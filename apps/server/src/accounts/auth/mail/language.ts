import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Language } from '../../../platform/html/page.ts'
import type { Source } from '../http/source.ts'

/** What the user has chosen, else what his browser prefers. */
export function languageOf(
  { user_metadata: metadata }: Pick<AuthUser, 'user_metadata'>,
  { language }: Pick<Source, 'language'>,
): Language {
  const chosen = metadata['language']
  return chosen === 'de' || chosen === 'en' ? chosen : language
}
