import { isUuid } from '@pitboard/contract/wire/uuid'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { findBrokenRule, isAvatarUrl, normaliseUsername, RULE_TEXTS } from './profile-fields.ts'
import type { ProfileQuery } from './read-query.ts'
import { RestError } from './rest-error.ts'

/** A write says this of a profile; what it leaves out stays as it is. */
export interface ProfileWrite {
  readonly id?: string
  readonly username?: string | null
  readonly avatar_url?: string | null
}

/**
 * Reads one row of a body. Throws a 400 that names what is wrong. `userId` owns the picture; null means that the
 * operator writes, for the users that the query names.
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
  const rule = findBrokenRule(username)
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

/** An empty text counts as absent. */
function readText(name: string, value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value
  if (typeof value !== 'string') {
    throw new RestError(400, '22P02', `invalid input syntax for ${name}: ${shown(value)}`)
  }
  return value.trim() === '' ? null : value
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 100)
}

type ProfileRow = Record<string, unknown>

export async function listProfiles(db: Db, query: ProfileQuery): Promise<ProfileRow[]> {
  let rows = db.selectFrom('user').select(columnsOf(query))
  for (const filter of query.filters) rows = rows.where(filter)
  for (const { column, descends, nullsFirst } of query.orders) {
    rows = rows.orderBy(column, (order) => {
      const directed = descends ? order.desc() : order.asc()
      return nullsFirst ? directed.nullsFirst() : directed.nullsLast()
    })
  }
  return rows.limit(query.limit).offset(query.offset).execute()
}

export async function countProfiles(db: Db, { filters }: ProfileQuery): Promise<number> {
  let rows = db.selectFrom('user')
  for (const filter of filters) rows = rows.where(filter)
  return countRows(rows)
}

/** Changes what the filters name, of `ownerId`'s rows where it is not null. */
export async function updateProfiles(
  db: Db,
  query: ProfileQuery,
  ownerId: string | null,
  { username, avatar_url }: ProfileWrite,
): Promise<ProfileRow[]> {
  let rows = db.updateTable('user').set({
    ...(username !== undefined && { username }),
    ...(avatar_url !== undefined && { avatar_url }),
    updated_at: sql<Date>`now()`,
  })
  for (const filter of query.filters) rows = rows.where(filter)
  if (ownerId !== null) rows = rows.where('id', '=', ownerId)
  return rows.returning(columnsOf(query)).execute()
}

/** Returns nothing where the row was there and stays as it is. */
export async function insertProfile(
  db: Db,
  query: ProfileQuery,
  { id, username, avatar_url }: ProfileWrite & { readonly id: string },
  onConflict: 'merge' | 'ignore' | 'fail',
): Promise<ProfileRow | undefined> {
  const row = { id, username: username ?? null, avatar_url: avatar_url ?? null }
  const inserted = db.insertInto('user').values(row)
  const resolved =
    onConflict === 'fail'
      ? inserted
      : inserted.onConflict((conflict) => {
          const byId = conflict.column('id')
          if (onConflict === 'ignore') return byId.doNothing()
          return byId.doUpdateSet({
            ...(username !== undefined && { username }),
            ...(avatar_url !== undefined && { avatar_url }),
            updated_at: sql<Date>`now()`,
          })
        })
  return resolved.returning(columnsOf(query)).executeTakeFirst()
}

function columnsOf({ selection }: ProfileQuery) {
  return Array.from(selection, ([name, column]) => sql.ref(column).as(name))
}
