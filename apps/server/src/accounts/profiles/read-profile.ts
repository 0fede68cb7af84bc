import { isUuid } from '@pitboard/contract/uuid'
import { isAvatarUrl } from './avatar-url.ts'
import { RestError } from './rest-error.ts'
import { brokenRule, normaliseUsername, RULE_TEXTS } from './username.ts'

/** What a write says of a profile; what it leaves out stays as it is. */
export interface ProfileWrite {
  readonly id?: string
  readonly username?: string | null
  readonly avatar_url?: string | null
}

/**
 * One row of a body. Throws a 400 that names what is wrong. `userId` owns the picture; null: the
 * operator writes, of whoever the query names.
 */
export function readProfile(body: unknown, userId: string | null, publicUrl: string): ProfileWrite {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
  const fields = new Map<string, unknown>(Object.entries(body))
  // Clients send the time of the change along; the server's own counts.
  const unknown = [...fields.keys()].find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw unknownColumn(unknown)
  const id = readId(fields.get('id'))
  const username = readText('username', fields.get('username'))
  const avatarUrl = readText('avatar_url', fields.get('avatar_url'))
  const ownerId = id ?? userId
  if (avatarUrl && !isAvatarUrl(avatarUrl, ownerId, publicUrl)) {
    throw violated('profiles_avatar_url_check', AVATAR_RULE)
  }
  return {
    ...(id !== undefined && { id }),
    ...(username !== undefined && { username: username && checkedUsername(username) }),
    ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
  }
}

const KNOWN = new Set(['id', 'username', 'avatar_url', 'updated_at'])
const AVATAR_RULE =
  'avatar_url is null, a picture in the user’s own folder of the bucket avatars, or an https address.'

export function unknownColumn(name: string): RestError {
  const shown = name.slice(0, 63)
  return new RestError(
    400,
    'PGRST204',
    `Could not find the '${shown}' column of 'profiles' in the schema cache`,
  )
}

function checkedUsername(text: string): string {
  const username = normaliseUsername(text)
  const rule = brokenRule(username)
  if (rule === null) return username
  throw violated(`profiles_username_${rule}_check`, RULE_TEXTS[rule])
}

function violated(constraint: string, hint: string): RestError {
  const message = `new row for relation "profiles" violates check constraint "${constraint}"`
  return new RestError(400, '23514', message, { hint })
}

function readId(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
  throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${shown(value)}"`)
}

/** An empty text is none. */
function readText(name: string, value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value
  if (typeof value !== 'string') {
    throw new RestError(400, '22P02', `invalid input syntax for ${name}: ${shown(value)}`)
  }
  return value.trim() === '' ? null : value
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, 100)
}
