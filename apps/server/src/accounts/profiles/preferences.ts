import type { IncomingHttpHeaders } from 'node:http'
import { RestError } from './rest-error.ts'

export interface Preferences {
  readonly counts: boolean
  readonly returnsRows: boolean
  readonly onConflict: 'merge' | 'ignore' | 'fail'
}

/** The `Prefer` header, as far as it matters here. */
export function readPreferences({ prefer }: IncomingHttpHeaders): Preferences {
  const all = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  const wishes = new Set(all.split(',').map((wish) => wish.trim()))
  return {
    counts: ['count=exact', 'count=planned', 'count=estimated'].some((wish) => wishes.has(wish)),
    returnsRows: wishes.has('return=representation'),
    onConflict: wishes.has('resolution=merge-duplicates')
      ? 'merge'
      : wishes.has('resolution=ignore-duplicates')
        ? 'ignore'
        : 'fail',
  }
}

export const OBJECT = 'application/vnd.pgrst.object+json'

/** Whether the answer is one bare object. Throws a 406 for a type that profiles do not come in. */
export function wantsObject({ accept = '*/*' }: IncomingHttpHeaders): boolean {
  const types = accept
    .toLowerCase()
    .split(',')
    .map((type) => type.split(';')[0]?.trim() ?? '')
  if (types.includes(OBJECT)) return true
  const known = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json', '']
  if (types.some((type) => known.includes(type))) return false
  throw new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${accept.slice(0, 100)}`,
  )
}

/** Throws a 406 for another schema than the only one. */
export function checkSchema(headers: IncomingHttpHeaders): void {
  const asked = headers['accept-profile'] ?? headers['content-profile'] ?? 'public'
  if (asked === 'public') return
  throw new RestError(406, 'PGRST106', `Invalid schema: ${String(asked).slice(0, 63)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}
