import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { ApiError, StartError } from '../../platform/diagnostics/errors.ts'
import type { UserCaller } from './caller.ts'

type AccountSource = Pick<AppContext, 'config' | 'db'>

/**
 * Throws where somebody else could become an operator by an address of OPERATOR_ACCOUNTS: only a mail that was
 * answered proves whose it is.
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

/**
 * Whether OPERATOR_ACCOUNTS names the account, by its id or by its confirmed address. An identity provider of single
 * sign-on vouches for its own users alone, so their addresses name nobody.
 */
export async function isOperator({ config, db }: AccountSource, userId: string): Promise<boolean> {
  const { authUrl, operatorAccounts } = config
  if (operatorAccounts.length === 0) return false
  if (operatorAccounts.includes(userId.toLowerCase())) return true
  if (authUrl !== null) return false
  const account = await db
    .selectFrom('auth.users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('is_sso_user', '=', false)
    .executeTakeFirst()
  const email = account?.email ?? null
  return email !== null && operatorAccounts.includes(email)
}

/** Throws a 404 for everybody else, as if there were nothing at this address. */
export async function requireOperator(
  source: AccountSource,
  { userId }: UserCaller,
): Promise<void> {
  if (await isOperator(source, userId)) return
  throw new ApiError(404, 'There is nothing at this address.')
}
