import { accountOf, type AccountState } from './account.ts'

const HERE = 'https://pitboard.invalid'

/**
 * Returns where to go after signing in: a path of this site, or '' for everything else, so that a link to the login
 * can't lead to a stranger's site. The login itself would lead nowhere.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return ''
  const url = URL.parse(wanted, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname === '/login') return ''
  return url.pathname + url.search + url.hash
}

const PROFILE_INIT = '/dashboard/profileInit'

/**
 * Returns where a visitor of the dashboard is sent instead, or null where they may pass. A user who has not confirmed
 * the second factor is not signed in yet: the login asks for it.
 */
export function dashboardGate(
  state: AccountState,
  pathname: string,
): '/login' | typeof PROFILE_INIT | null {
  const session = accountOf(state)
  if (session === null) return '/login'
  return session.username === '' && pathname !== PROFILE_INIT ? PROFILE_INIT : null
}
