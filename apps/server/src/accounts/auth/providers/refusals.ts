import { AuthorizationResponseError } from 'openid-client'
import type { AppContext } from '../../../context.ts'
import { AuthError } from '../http/auth-error.ts'

const DESCRIPTION_CHARACTERS_MAX = 300

/** The provider, or the user there, has said no. */
export function providerRefuses(error: string, description: string): AuthError {
  const told = (description || error).slice(0, DESCRIPTION_CHARACTERS_MAX)
  const status = error === 'access_denied' ? 403 : error === 'server_error' ? 500 : 400
  return new AuthError(status, 'bad_oauth_callback', told)
}

/** Whatever goes wrong with a provider's answer proves nothing; why is for the log. */
export async function exchanging<T>(
  { log }: Pick<AppContext, 'log'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AuthError) throw error
    if (error instanceof AuthorizationResponseError) {
      throw providerRefuses(error.error, error.error_description ?? '')
    }
    log.warn({ err: error }, 'a provider’s answer is not good')
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code')
  }
}
