import { type Language, LANGUAGES, languageOfTag } from '@pitboard/contract/words/languages'
import { type Catalogue, type LazyNamespace, loadCatalogue } from './catalogue.ts'
import { createText, type Text } from './create-text.ts'
import { writeStored, readStored } from '../state/browser-storage.ts'
import { createStore } from '../state/store.ts'

const STORED_NAME = 'language'
const FALLBACK: Language = 'en'

/** Returns the language chosen here before, else the first of the browser's that there is, else English. */
export function preferredLanguage(stored: string | null, accepted: readonly string[]): Language {
  const first = accepted.map(languageOfTag).find((language) => language !== undefined)
  return languageOfTag(stored) ?? first ?? FALLBACK
}

/** Returns the browser's own variant of the language, for dates and numbers. */
export function localeOf(language: Language, accepted: readonly string[]): string {
  return accepted.find((tag) => languageOfTag(tag) === language) ?? language
}

function readStoredLanguage(): string | null {
  return readStored(STORED_NAME)
}

function storeLanguage(language: Language): void {
  writeStored(STORED_NAME, language)
}

interface ActiveLanguage {
  readonly language: Language
  readonly catalogue: Catalogue
  readonly t: Text
}

const active = createStore<ActiveLanguage | null>(null)
/** This language was wanted and could not be fetched. */
const missing = createStore<Language | null>(null)
const areas = new Set<LazyNamespace>()

/**
 * Loads the reader's language, or the one that an address asks for; nothing can be shown before. Where its messages can't be fetched the
 * site is shown in another language and says so. Rejects where none can be fetched.
 */
export async function startLanguage(asked: Language | null = null): Promise<void> {
  const wanted = asked ?? preferredLanguage(readStoredLanguage(), navigator.languages)
  try {
    await activate(wanted)
  } catch (error) {
    const others = LANGUAGES.filter((language) => language !== wanted)
    const isShown = await activateFirst(others)
    if (!isShown) throw error
    missing.set(wanted)
  }
}

async function activateFirst(languages: readonly Language[]): Promise<boolean> {
  for (const language of languages) {
    try {
      await activate(language)
      return true
    } catch {
      // The next one may be there.
    }
  }
  return false
}

/**
 * Changes the language in place; says so where it can't be fetched. It is remembered in either case: a
 * browser that does not ask again for what failed fetches it when the page is reloaded.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  try {
    await activate(language)
    missing.set(null)
  } catch {
    missing.set(language)
  }
}

export const getMissingLanguage = missing.get
export const onMissingLanguageChange = missing.subscribe

/** Fetches a long text in the present language; a route's loader waits for it. */
export async function loadNamespace(area: LazyNamespace): Promise<void> {
  // A language that is being fetched was asked for without this area.
  if (!active.get()) await turn.catch(() => {})
  const current = active.get()
  if (!current) areas.add(area)
  else if (!(area in current.catalogue)) await activate(current.language, area)
}

export function getActiveLanguage(): ActiveLanguage {
  const current = active.get()
  if (!current) throw new Error('No language is loaded yet')
  return current
}

/** Returns how to unsubscribe. */
export const onLanguageChange = active.subscribe

let turn: Promise<void> = Promise.resolve()

/** Languages are activated one after the other, so that of two quick choices the later one stays. */
function activate(language: Language, area?: LazyNamespace): Promise<void> {
  const load = () => change(language, area)
  turn = turn.then(load, load)
  return turn
}

async function change(language: Language, area?: LazyNamespace): Promise<void> {
  const wanted = area === undefined ? areas : [...areas, area]
  const catalogue = await loadCatalogue(language, [...wanted])
  // The area is added only after it was fetched: one that cannot be fetched would keep all others from being shown.
  if (area !== undefined) areas.add(area)
  const locale = localeOf(language, navigator.languages)
  document.documentElement.lang = language
  active.set({ language, catalogue, t: createText(catalogue, locale) })
}
