import type { Endpoint } from '../wire/endpoint.ts'

/** Returns the id of a call: `GET /api/Sessions/{id}` becomes `getSessionsById`. */
export function operationId({ method, path }: Endpoint): string {
  const words = path.replace(/^\/api\//, '').split(/[/.]/)
  const name = words.map((word) =>
    capital(word.replace(/^\{(\w+)\}$/, (_, key) => `By${capital(key)}`)),
  )
  return method.toLowerCase() + name.join('')
}

/** Returns the word with a capital first letter. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns the group of a call in the document. */
export function tag({ path }: Endpoint): string {
  return path.split('/')[2] ?? 'api'
}

/**
 * Returns what a call is about, in the singular and with a capital letter: the last part of its path that is
 * a noun of the API, which has several words or is a plural.
 */
export function noun(path: string): string {
  const words = path.replace(/^\/api\//, '').split('/')
  const last = words.findLast((word) => /^\w*[A-Z]/.test(word) || singular(word) !== word)
  return capital(singular((last ?? path).replace(/\.\w+$/, '')))
}

/** Returns the singular of an English plural; other words stay as they are. */
export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}
