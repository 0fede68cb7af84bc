import { loadCatalogue } from '../messages/catalogue.ts'
import { createText } from '../messages/create-text.ts'

const AREAS = [
  'answers',
  'season',
  'organiser',
  'participation',
  'leagues',
  'live',
  'screen',
  'feed',
  'home',
  'palette',
  'penalties',
  'search',
  'charts',
  'engineer',
  'result',
  'recordings',
  'records',
  'review',
  'roster',
  'compare',
  'faq',
  'guides',
  'stewards',
  'story',
] as const

/** The messages of both languages are here for tests. */
export const en = createText(await loadCatalogue('en', AREAS), 'en')
export const de = createText(await loadCatalogue('de', AREAS), 'de')
