import { type RawBuilder, sql } from 'kysely'

/** The condition on a column with a user's id says that the account is not blocked. */
export function isNotBlocked(userId: string): RawBuilder<boolean> {
  return sql`not exists (select from auth.users as account
    where account.id = ${sql.ref(userId)} and account.banned_until > now())`
}
