import { queryOptions, useQuery } from '@tanstack/react-query'
import { authRequest, field, textField } from './auth-request.ts'
import type { Text } from '../../messages/create-text.ts'
import { NoAccounts } from '../supabase.ts'

/** The settings say which ways to sign in the service offers. */
export interface AuthSettings {
  readonly providers: readonly string[]
  readonly hasPasskeys: boolean
  /** Codes can be sent to phones. */
  readonly hasTexts: boolean
  readonly isSignUpOpen: boolean
  /** It is null where the service does not say. */
  readonly passwordMinLength: number | null
}

const NO_PROVIDERS = ['email', 'phone', 'anonymous_users']

/** Every service has these, also services that do not publish settings. */
const PLAIN: AuthSettings = {
  providers: [],
  hasPasskeys: false,
  hasTexts: false,
  isSignUpOpen: true,
  passwordMinLength: null,
}

export const authSettings = queryOptions({
  queryKey: ['auth', 'settings'],
  queryFn: async (): Promise<AuthSettings | 'closed'> => {
    try {
      return readSettings(await authRequest('GET', 'settings'))
    } catch (error) {
      return error instanceof NoAccounts ? 'closed' : PLAIN
    }
  },
  // After a failure the next page asks again.
  staleTime: (query) => (query.state.data === PLAIN ? 0 : Infinity),
})

function readSettings(settings: unknown): AuthSettings {
  const external: unknown = field(settings, 'external')
  const minLength = field(settings, 'password_min_length')
  const known: [string, unknown][] = Object.entries(
    typeof external === 'object' && external !== null ? external : {},
  )
  return {
    providers: known
      .filter(([name, isOn]) => isOn === true && !NO_PROVIDERS.includes(name))
      .map(([name]) => name),
    hasPasskeys: field(settings, 'passkeys_enabled') === true,
    hasTexts: textField(settings, 'sms_provider') !== '',
    isSignUpOpen: field(settings, 'disable_signup') !== true,
    passwordMinLength: typeof minLength === 'number' ? minLength : null,
  }
}

/** Returns what a new password must be, for the hint of its field. */
export function usePasswordHint(t: Text): string {
  return passwordHint(useAuthSettings(), t)
}

export function passwordHint(settings: AuthSettings | 'closed' | undefined, t: Text): string {
  const min = typeof settings === 'object' ? settings.passwordMinLength : null
  return min === null ? t('account.passwordHint') : t('account.passwordMinHint', { count: min })
}

/** Returns undefined until it is known; `closed` where this site has no accounts. */
export function useAuthSettings(): AuthSettings | 'closed' | undefined {
  return useQuery(authSettings).data
}
