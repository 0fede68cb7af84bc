import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { AuthUser, Factor, Identity } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { queryText } from '../http/bodies.ts'
import { userJson, type UserJson } from '../users/user-json.ts'

/** Includes soft-deleted users. Throws a 404. */
export async function getAnyUser(db: Db, id: string): Promise<AuthUser> {
  const user = await db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw userNotFound()
  return user
}

export function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found')
}

/**
 * The condition on `auth.users` beside `user` says that the filter is a part of an address, of a name in the metadata
 * or of the public name.
 */
export function matchesUser(filter: string): RawBuilder<boolean> {
  const pattern = `%${filter.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(auth.users.email ilike ${pattern} or auth.users.phone ilike ${pattern}
    or "user".username ilike ${pattern} or auth.users.user_metadata ->> 'full_name' ilike ${pattern})`
}

interface UserSearch extends Paging {
  /** It is a part of an address, of a name in the metadata, or of the public name; null matches all. */
  readonly filter: string | null
  readonly isOldestFirst: boolean
}

export async function findUsers(
  db: Db,
  { page, perPage, filter, isOldestFirst }: UserSearch,
): Promise<{ users: UserJson[]; total: number }> {
  let matching = db.selectFrom('auth.users').leftJoin('user', 'user.id', 'auth.users.id')
  if (filter !== null) matching = matching.where(matchesUser(filter))
  const total = await countRows(matching)
  const direction = isOldestFirst ? 'asc' : 'desc'
  const users = await matching
    .selectAll('auth.users')
    .orderBy('auth.users.created_at', direction)
    .orderBy('auth.users.id', direction)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { users: await presentAll(db, users), total }
}

async function presentAll(db: Db, users: readonly AuthUser[]): Promise<UserJson[]> {
  if (users.length === 0) return []
  const ids = users.map(({ id }) => id)
  const identities = await db
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const factors = await db
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const identitiesOf = Map.groupBy(identities, (each: Identity) => each.user_id)
  const factorsOf = Map.groupBy(factors, (each: Factor) => each.user_id)
  return users.map((user) =>
    userJson(user, identitiesOf.get(user.id) ?? [], factorsOf.get(user.id) ?? []),
  )
}

const PER_PAGE = 50
const PER_PAGE_MAX = 1000
const PAGE_MAX = 1_000_000

interface Paging {
  /** Pages count from 1. */
  readonly page: number
  readonly perPage: number
}

/** Reads paging, for which empty texts are the defaults. Throws a 400 unless it is a number from 1. */
export function readPaging(request: FastifyRequest): Paging {
  return {
    page: Math.min(readNumber(request, 'page', 1), PAGE_MAX),
    perPage: Math.min(readNumber(request, 'per_page', PER_PAGE), PER_PAGE_MAX),
  }
}

function readNumber(request: FastifyRequest, name: string, fallback: number): number {
  const text = queryText(request, name)
  if (text === undefined) return fallback
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number > 0) return number
  throw invalid(`Bad Pagination Parameters: ${name}`)
}

/**
 * Sets the total and the links to the next and the last page. Clients split the header without understanding it:
 * `page` must come first, and nothing else may hold a comma or a semicolon (PROTOCOL §5).
 */
export function setPagingHeaders(
  reply: FastifyReply,
  path: string,
  { page, perPage, total }: Paging & { readonly total: number },
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, name: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${name}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  void reply.headers({ 'x-total-count': String(total), link: links.join(', ') })
}
