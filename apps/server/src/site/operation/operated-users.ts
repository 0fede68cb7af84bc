import type { OperatedUser } from '@pitboard/contract/site/operation'
import { isUuid } from '@pitboard/contract/wire/uuid'
import { sql } from 'kysely'
import { isNamedOperator } from '../../accounts/access/operators.ts'
import { matchesUser } from '../../accounts/auth/admin/find-users.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'

interface UserSearch {
  /** It is a part of a name or of an address, or a whole id; empty for all. */
  readonly words: string
  readonly page: number
  readonly pageSize: number
}

/** Lists accounts, the newest first. If an outside sign-in service is used, only names are known. */
export async function findOperatedUsers(
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
  { words, page, pageSize }: UserSearch,
): Promise<{ users: OperatedUser[]; totalElements: number }> {
  let matching = db
    .selectFrom('user')
    .leftJoin('auth.users', 'auth.users.id', 'user.id')
    .where('auth.users.deleted_at', 'is', null)
  if (isUuid(words)) matching = matching.where('user.id', '=', words)
  else if (words !== '') matching = matching.where(matchesUser(words))
  const rows = await matching
    .select(['user.id', 'user.username', 'user.created_at', 'email', 'email_confirmed_at'])
    .select(['last_sign_in_at', 'banned_until', 'is_sso_user'])
    .orderBy('user.created_at', 'desc')
    .orderBy('user.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const users = rows.map((row): OperatedUser => {
    const isBlocked = row.banned_until !== null && row.banned_until > now()
    return {
      id: row.id,
      username: row.username,
      email: row.email,
      isEmailConfirmed: row.email_confirmed_at !== null,
      createdAt: row.created_at.toISOString(),
      lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
      blockedUntil: isBlocked ? (row.banned_until?.toISOString() ?? null) : null,
      isOperator: isNamedOperator(config, row),
    }
  })
  return { users, totalElements: await countRows(matching) }
}

export async function countUsers(
  db: AppContext['db'],
): Promise<{ total: number; newInWeek: number; blocked: number }> {
  const { rows } = await sql<{ total: number; newInWeek: number; blocked: number }>`
    select count(*) as total,
      count(*) filter (where "user".created_at > now() - interval '7 days') as "newInWeek",
      count(*) filter (where account.banned_until > now()) as blocked
    from "user" left join auth.users as account on account.id = "user".id
    where account.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The users could not be counted')
  return row
}
