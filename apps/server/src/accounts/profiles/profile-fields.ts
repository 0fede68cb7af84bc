import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { USERNAME_LENGTH } from '@pitboard/contract/wire/text-limits'
import { JsonError, readJson } from '../../platform/http/read-json.ts'
import { OBJECT, RestError } from './rest-error.ts'

const BODY_BYTES_MAX = 65_536

/** Takes JSON under any content type; clients send a type with an empty body too. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const limit = { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX } as const
  app.addContentTypeParser<Buffer>('*', limit, (_request, bytes, done) => {
    if (bytes.toString().trim() === '') {
      done(null, undefined)
      return
    }
    try {
      done(null, readJson(bytes))
    } catch (error) {
      done(new RestError(400, 'PGRST102', messageOf(error)))
    }
  })
}

function messageOf(error: unknown): string {
  if (!(error instanceof JsonError) || error.kind === 'syntax') return 'Empty or invalid json'
  return error.path === ''
    ? `The json ${error.message}`
    : `"${error.path.slice(1).replaceAll('\0', '')}" ${error.message}`
}

type UsernameRule = 'length' | 'characters' | 'reserved'

/**
 * Normalises names as league drivers write them: letters and digits of any script, single spaces, and the marks of tags
 * and numbers, as in `[ABC] Zoë O'Neil #44`. One name has one spelling: compatible characters (wide, circled, joined)
 * become the plain ones.
 */
export function normaliseUsername(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/ {2,}/g, ' ')
}

/** Returns the rule that a normalised name breaks; null if it breaks none. Length counts characters. */
export function findBrokenRule(name: string): UsernameRule | null {
  const length = Array.from(name).length
  if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max) return 'length'
  if (!/^[\p{L}\p{M}\p{N} _.'#|[\]-]+$/u.test(name)) return 'characters'
  // Marks stand on letters, two at most; a name begins with something to read.
  if (/\p{M}{3}/u.test(name) || !/^\[?[\p{L}\p{N}]/u.test(name)) return 'characters'
  // These letters show nothing.
  if (/[\u115f\u1160\u3164\uffa0]/u.test(name)) return 'characters'
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return RESERVED.has(plain) ? 'reserved' : null
}

export const RULE_TEXTS: Record<UsernameRule, string> = {
  length: `A username has ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters.`,
  characters: "A username consists of letters, digits, single spaces and _ - . ' # | [ ].",
  reserved: 'This username is reserved.',
}

/** These names speak for the site, for the race, or for nobody. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'anonymous',
  'api',
  'bot',
  'clerkofthecourse',
  'deleted',
  'deleteduser',
  'everyone',
  'fia',
  'formula1',
  'guest',
  'help',
  'here',
  'mod',
  'moderator',
  'nobody',
  'null',
  'official',
  'operator',
  'owner',
  'pitboard',
  'pitboardteam',
  'player',
  'racecontrol',
  'racedirector',
  'root',
  'security',
  'server',
  'service',
  'staff',
  'steward',
  'stewards',
  'support',
  'system',
  'undefined',
  'unknown',
  'unnameddriver',
  'user',
  'username',
  'webmaster',
])

interface Preferences {
  readonly counts: boolean
  readonly returnsRows: boolean
  readonly onConflict: 'merge' | 'ignore' | 'fail'
}

/** Reads the `Prefer` header, as far as it matters here. */
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

/** Returns whether the answer is one bare object. Throws a 406 for a type that profiles do not come in. */
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

const LENGTH_MAX = 1000
const STORED = '/storage/v1/object/public/avatars/'

/** The picture lies in the user's own folder (null: in anybody's), or elsewhere under an https address. */
export function isAvatarUrl(url: string, userId: string | null, publicUrl: string): boolean {
  if (url.length > LENGTH_MAX || !URL.canParse(url, publicUrl)) return false
  const { protocol, origin, pathname, username, password } = new URL(url, publicUrl)
  if (username !== '' || password !== '') return false
  const folder = userId === null ? STORED : `${STORED}${userId}/`
  if (origin === new URL(publicUrl).origin) return pathname.startsWith(folder)
  return protocol === 'https:' && /^https:\/\//i.test(url)
}
