import type { AuthUser } from '../tables/auth-tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { commitRefusals } from '../core/transactions.ts'
import { type IssuedCode, issueAuthCode } from '../flows/flow-states.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { sessionValues, withQuery, withSession } from './callback-url.ts'
import { type SignInMethod, startSession } from './start-session.ts'
import type { TokenResponse } from './tokens.ts'

/** Wrong secrets of one account are counted as long as a secret is judged. */
interface FailureLimit {
  readonly name: 'wrongPasswords' | 'wrongCodes' | 'wrongFactorCodes'
  /** The key is what the caller calls the account by. */
  readonly key: string
  /** With `find`, who got past it has shown the right secret, whatever else is wrong with the account. */
  readonly covers: 'find' | 'all'
}

/** A grant is one way to get tokens. `signIn` carries out its steps. */
export interface Grant<Found, Entered, Answer> {
  readonly limit?: FailureLimit | null
  /** Judges what was shown, as far as that takes time or asks others: no transaction waits for it. */
  find(): Promise<Found>
  /** Throws what only the user learns: that the account is banned, or not confirmed yet. */
  refuse?(found: Found): void
  /**
   * Locks the user and uses up what was shown, in the transaction. A refusal that is returned leaves what it has
   * written; one that is thrown leaves nothing.
   */
  enter(auth: AuthContext, found: Found): Promise<Entered | AuthError>
  /** Returns the answer for a user who is let in, in the same transaction. */
  issue(auth: AuthContext, entered: Entered): Promise<Answer>
}

export async function signIn<Found, Entered, Answer>(
  auth: AuthContext,
  grant: Grant<Found, Entered, Answer>,
): Promise<Answer> {
  const { limit } = grant
  const count = <T>(step: FailureLimit['covers'], work: () => Promise<T>): Promise<T> =>
    limit?.covers === step ? auth.limits.countFailures(limit.name, limit.key, work) : work()
  return count('all', async () => {
    const found = await count('find', () => grant.find())
    grant.refuse?.(found)
    return commitRefusals(auth, async (auth) => {
      const entered = await grant.enter(auth, found)
      return entered instanceof AuthError ? entered : grant.issue(auth, entered)
    })
  })
}

/** The user is let in. */
export interface Entry {
  readonly user: AuthUser
  readonly way: SignInMethod
  /** The audit log gets these details of the login; they are left out where another event is recorded. */
  readonly login?: Readonly<Record<string, string>>
}

export async function issueSession(
  auth: AuthContext,
  { user, way, login }: Entry,
  source: Source,
): Promise<TokenResponse> {
  if (login) await audit(auth, { action: 'login', userId: user.id, ip: source.ip, details: login })
  return startSession(auth, user, way, source)
}

/** The user is let in while their browser is here. */
export interface BrowserEntry extends Entry {
  /** The client of this flow exchanges a code for the tokens; null for one that reads them from the address. */
  readonly flowId: string | null
  readonly code?: IssuedCode
  /** The address says this beside the tokens. */
  readonly values?: Readonly<Record<string, string>>
}

/** Returns the address to which the browser is sent. */
export async function issueRedirect(
  auth: AuthContext,
  { flowId, code, values, ...entry }: BrowserEntry,
  { source, target }: { readonly source: Source; readonly target: string },
): Promise<string> {
  if (flowId !== null) return withQuery(target, { code: await issueAuthCode(auth, flowId, code) })
  const tokens = await issueSession(auth, entry, source)
  return withSession(target, { ...sessionValues(tokens), ...values })
}
