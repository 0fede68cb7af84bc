import { sessionOf, type SessionState } from './session.ts'

const PROFILE_INIT = '/dashboard/profileInit'

/**
 * Where a visitor of the dashboard is sent instead, or null where he may pass (specification §4).
 * Whoever still owes a second factor is not signed in yet: the login asks him for it.
 */
export function dashboardGate(
  state: SessionState,
  pathname: string,
): '/login' | typeof PROFILE_INIT | null {
  const session = sessionOf(state)
  if (session === null) return '/login'
  return session.username === '' && pathname !== PROFILE_INIT ? PROFILE_INIT : null
}
