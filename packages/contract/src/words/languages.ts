/** Pages, mails and messages are in these languages. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Returns the language that a tag such as `de-AT` is a variant of; undefined for one that there are no texts in. */
export function languageOfTag(tag: unknown): Language | undefined {
  if (typeof tag !== 'string') return undefined
  const [name] = tag.toLowerCase().split('-')
  return LANGUAGES.find((language) => language === name)
}
