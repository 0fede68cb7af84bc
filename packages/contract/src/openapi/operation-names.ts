import type { Endpoint } from '../wire/endpoint.ts'

/** `GET /api/Sessions/{id}` becomes `getSessionsById`. */
export function operationId({ method, path }: Endpoint): string {
  const words = path.replace(/^\/api\//, '').split(/[/.]/)
  const name = words.map((word) =>
    capital(word.replace(/^\{(\w+)\}$/, (_, key) => `By${capital(key)}`)),
  )
  return method.toLowerCase() + name.join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The group of a call in the document. */
export function tag({ path }: Endpoint): string {
  return path.split('/')[2] ?? 'api'
}
