import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { StartError } from '../../platform/diagnostics/errors.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { UserCaller } from './caller.ts'

type AccountSource = Pick<AppContext, 'config' | 'db'>

/**
 * Throws if somebody else could become an operator by an address of OPERATOR_ACCOUNTS: only a confirmed mail proves who
 * owns the address.
 */
export function checkOperatorAccounts({
  authAutoconfirm,
  authUrl,
  operatorAccounts,
}: Pick<Config, 'authAutoconfirm' | 'authUrl' | 'operatorAccounts'>): void {
  const address = operatorAccounts.find((account) => account.includes('@'))
  if (address === undefined || (!authAutoconfirm && authUrl === null)) return
  const reason = authAutoconfirm
    ? 'AUTH_AUTOCONFIRM confirms addresses without a mail'
    : 'the server of AUTH_URL does not say whether an address is confirmed'
  throw new StartError(
    `OPERATOR_ACCOUNTS must not name e-mail addresses, as ${reason}: name the id of the account, which ends the address of its public profile.`,
  )
}

/** These fields decide whether an account is an operator's. */
interface NamedAccount {
  readonly id: string
  readonly email: string | null
  readonly email_confirmed_at: Date | null
  /** It is null for a user of an outside sign-in service. */
  readonly is_sso_user: boolean | null
}

/**
 * Returns whether OPERATOR_ACCOUNTS names the account, by its id or by its confirmed address. An identity provider of
 * single sign-on vouches for its own users alone, so their addresses name nobody.
 */
export function isNamedOperator(
  { authUrl, operatorAccounts }: Pick<Config, 'authUrl' | 'operatorAccounts'>,
  { id, email, email_confirmed_at: confirmedAt, is_sso_user: isSso }: NamedAccount,
): boolean {
  if (operatorAccounts.includes(id.toLowerCase())) return true
  if (authUrl !== null || email === null || confirmedAt === null || isSso !== false) return false
  return operatorAccounts.includes(email)
}

export async function isOperator({ config, db }: AccountSource, userId: string): Promise<boolean> {
  if (config.operatorAccounts.length === 0) return false
  const account = await db
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_confirmed_at', 'is_sso_user'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const unknown = { id: userId, email: null, email_confirmed_at: null, is_sso_user: null }
  return isNamedOperator(config, account ?? unknown)
}

/** Throws a 404 for everybody else, as if there were nothing at this address. */
export async function requireOperator(
  source: AccountSource,
  { userId }: UserCaller,
): Promise<void> {
  if (await isOperator(source, userId)) return
  throw new ApiError(404, 'There is nothing at this address.')
}
