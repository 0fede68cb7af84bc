import { beginSignIn } from '../begun-sign-ins.ts'
import type { AuthServer } from '../supabase.ts'

const OWN_SPELLING: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  oidc: 'OpenID',
  email: 'E-Mail',
}

/** Returns a provider as it calls itself. */
export function providerName(provider: string): string {
  return OWN_SPELLING[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
}

/** Returns where the browser goes to sign in by a provider, and comes back from to `returnTo`. */
export function providerAddress(server: AuthServer, provider: string, returnTo: string): string {
  const query = new URLSearchParams({ provider, redirect_to: beginSignIn(returnTo) })
  return `${server.url}/auth/v1/authorize?${query}`
}
