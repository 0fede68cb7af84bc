import { queryOptions, useQuery } from '@tanstack/react-query'
import { authRequest, field } from './auth-request.ts'

/** Which ways to sign in the service offers. */
export interface AuthSettings {
  readonly providers: readonly string[]
  readonly hasPasskeys: boolean
  readonly isSignUpOpen: boolean
}

const NO_PROVIDERS = ['email', 'phone', 'anonymous_users']

const authSettings = queryOptions({
  queryKey: ['auth', 'settings'],
  queryFn: async (): Promise<AuthSettings> => {
    const settings = await authRequest('GET', 'settings')
    const external: unknown = field(settings, 'external')
    const known: [string, unknown][] = Object.entries(
      typeof external === 'object' && external !== null ? external : {},
    )
    return {
      providers: known
        .filter(([name, isOn]) => isOn === true && !NO_PROVIDERS.includes(name))
        .map(([name]) => name),
      hasPasskeys: field(settings, 'passkeys_enabled') === true,
      isSignUpOpen: field(settings, 'disable_signup') !== true,
    }
  },
  staleTime: Infinity,
})

export function useAuthSettings() {
  return useQuery(authSettings)
}
