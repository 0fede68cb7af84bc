import { useSyncExternalStore } from 'react'
import type { Language } from '@pitboard/contract/words/languages'
import type { Text } from './create-text.ts'
import {
  getActiveLanguage,
  getMissingLanguage,
  onLanguageChange,
  onMissingLanguageChange,
} from './language.ts'

/** Returns the reader's messages; the component is painted again when the language changes. */
export function useText(): Text {
  return useSyncExternalStore(onLanguageChange, () => getActiveLanguage().t)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, () => getActiveLanguage().language)
}

/** Returns the language that the reader wanted and that could not be fetched. */
export function useMissingLanguage(): Language | null {
  return useSyncExternalStore(onMissingLanguageChange, getMissingLanguage)
}
