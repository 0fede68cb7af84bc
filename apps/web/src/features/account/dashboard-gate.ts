import type { Session } from './session.ts'

const PROFILE_INIT = '/dashboard/profileInit'

/** Where a visitor of the dashboard is sent instead, or null where he may pass (specification §4). */
export function dashboardGate(
  session: Session | null,
  pathname: string,
): '/login' | typeof PROFILE_INIT | null {
  if (session === null) return '/login'
  return session.username === '' && pathname !== PROFILE_INIT ? PROFILE_INIT : null
}
