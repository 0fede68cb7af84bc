import { type Catalogue, type Language, type LaterArea, loadCatalogue } from './catalogue.ts'
import { createText, type Text } from './create-text.ts'
import {
  localeOf,
  preferredLanguage,
  readStoredLanguage,
  storeLanguage,
} from './preferred-language.ts'

interface Spoken {
  readonly language: Language
  readonly catalogue: Catalogue
  readonly text: Text
}

let spoken: Spoken | undefined
const areas = new Set<LaterArea>()
const listeners = new Set<() => void>()

/** Loads the reader's language; nothing can be shown before. */
export async function startLanguage(): Promise<void> {
  await speak(preferredLanguage(readStoredLanguage(), navigator.languages))
}

/** Changes the language in place and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  await speak(language)
}

/** Fetches a long text in the present language; a route's loader waits for it. */
export async function loadArea(area: LaterArea): Promise<void> {
  areas.add(area)
  if (spoken && !(area in spoken.catalogue)) await speak(spoken.language)
}

export function getSpoken(): Spoken {
  if (!spoken) throw new Error('No language is loaded yet')
  return spoken
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let turn: Promise<void> = Promise.resolve()

/** One after the other, so that of two quick choices the later one stays. */
function speak(language: Language): Promise<void> {
  const load = () => change(language)
  turn = turn.then(load, load)
  return turn
}

async function change(language: Language): Promise<void> {
  const catalogue = await loadCatalogue(language, [...areas])
  const locale = localeOf(language, navigator.languages)
  spoken = { language, catalogue, text: createText(catalogue, locale) }
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}
