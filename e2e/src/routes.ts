import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

export const UNKNOWN = '01900000-0000-7000-8000-00000000dead'

const DASHBOARD = [
  '/dashboard',
  '/dashboard/profileInit',
  '/dashboard/settings',
  '/dashboard/sessions',
  '/dashboard/leagues',
  '/dashboard/leagues/create',
  `/dashboard/leagues/${UNKNOWN}/edit`,
  '/dashboard/seasons',
  '/dashboard/seasons/create?seasonName=Winter',
  `/dashboard/seasons/${UNKNOWN}/edit`,
]

/** Every route of the specification's §2, for a visitor who is not signed in. */
export function publicRoutes({ pitboard, recordedId, liveId }: Site): Visit[] {
  return [
    { name: 'landing', path: '/' },
    { name: 'home', path: '/home' },
    { name: 'live-list', path: '/live' },
    { name: 'live', path: `/live/${liveId}` },
    { name: 'live-user', path: `/liveUser/${pitboard.userId}` },
    { name: 'leagues', path: '/leagues' },
    { name: 'session', path: `/sessions/${recordedId}` },
    { name: 'user', path: `/user/${pitboard.userId}` },
    { name: 'search', path: '/search/a%2Fb%20100%25%20%F0%9F%8F%81' },
    { name: 'search-malformed', path: '/search/%zz' },
    { name: 'faq', path: '/faq' },
    { name: 'tos', path: '/tos' },
    { name: 'privacy', path: '/privacy' },
    { name: 'impressum', path: '/impressum' },
    { name: 'download-info', path: '/downloadInfo' },
    { name: 'login', path: '/login' },
    { name: 'signup', path: '/signup' },
    { name: 'reset-password', path: '/resetPassword' },
    { name: 'reset-password-confirm', path: '/resetPasswordConfirm' },
    { name: '404', path: '/404', isMissing: true },
    { name: 'unknown-path', path: '/no/such/page', isMissing: true },
    { name: 'malformed-path', path: '/no%ffsuch', isMissing: true },
    { name: 'unknown-live', path: `/live/${UNKNOWN}`, isMissing: true },
    { name: 'unknown-live-user', path: `/liveUser/${UNKNOWN}`, isMissing: true },
    { name: 'unknown-league', path: `/leagues/${UNKNOWN}`, isMissing: true },
    { name: 'unknown-season', path: `/seasons/${UNKNOWN}`, isMissing: true },
    { name: 'unknown-session', path: `/sessions/${UNKNOWN}`, isMissing: true },
    { name: 'unknown-user', path: `/user/${UNKNOWN}`, isMissing: true },
    { name: 'malformed-session', path: '/sessions/x', isMissing: true },
  ]
}

/** The dashboard's routes: without a session they lead to the login and back (§4). */
export function dashboardRoutes(): Visit[] {
  return DASHBOARD.map((path) => ({
    name: path.replace(UNKNOWN, 'id').replace(/\?.*/, '').slice(1).replaceAll('/', '-'),
    path,
    endsAt: '/login',
  }))
}
