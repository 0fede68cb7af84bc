import { ApiException } from '@pitboard/contract/wire/client'
import type { Text, PlainKey } from './create-text.ts'

/** Browsers say in their own words that a server was not reached. */
const NOT_REACHED = /fetch|NetworkError|Load failed/i
/** Browsers say the same for code; the server may have answered that it has no such file. */
const NOT_LOADED = /dynamically imported module|module script|preload CSS/i

const TEXTS_BY_STATUS: Readonly<Record<number, PlainKey>> = {
  400: 'ui.invalid',
  401: 'ui.signedOut',
  403: 'ui.forbidden',
  404: 'ui.gone',
  410: 'ui.gone',
  413: 'ui.tooLarge',
  429: 'ui.tooOften',
}

/** Returns what went wrong, by its kind: what the server or the browser says of it is in English. */
export function errorText(error: unknown, t: Text): string {
  if (!navigator.onLine) return t('ui.offline')
  if (error instanceof ApiException) {
    const key = TEXTS_BY_STATUS[error.status]
    return t(key ?? (error.status >= 500 ? 'ui.serverFailed' : 'ui.unexpected'))
  }
  if (!(error instanceof Error)) return t('ui.unexpected')
  if (NOT_LOADED.test(error.message)) return t('ui.notLoaded')
  const isNotReached = error instanceof TypeError && NOT_REACHED.test(error.message)
  return t(isNotReached ? 'ui.notReached' : 'ui.unexpected')
}
