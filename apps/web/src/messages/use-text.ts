import { useSyncExternalStore } from 'react'
import type { Language } from './catalogue.ts'
import type { Text } from './create-text.ts'
import { getSpoken, onLanguageChange } from './language.ts'

/** The reader's messages; the component is painted again when the language changes. */
export function useText(): Text {
  return useSyncExternalStore(onLanguageChange, () => getSpoken().text)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, () => getSpoken().language)
}
