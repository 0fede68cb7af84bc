import { keep, readKept } from '../state/browser-storage.ts'
import { type Language, LANGUAGES } from './catalogue.ts'

const KEPT = 'language'
const FALLBACK: Language = 'en'

function asLanguage(tag: string | null): Language | undefined {
  return LANGUAGES.find((language) => language === tag?.split('-')[0]?.toLowerCase())
}

/** The language chosen here before, else the first of the browser's that there is, else English. */
export function preferredLanguage(stored: string | null, accepted: readonly string[]): Language {
  const first = accepted.map(asLanguage).find((language) => language !== undefined)
  return asLanguage(stored) ?? first ?? FALLBACK
}

/** The browser's own variant of the language, for dates and numbers. */
export function localeOf(language: Language, accepted: readonly string[]): string {
  return accepted.find((tag) => asLanguage(tag) === language) ?? language
}

export function readStoredLanguage(): string | null {
  return readKept(KEPT)
}

export function storeLanguage(language: Language): void {
  keep(KEPT, language)
}
