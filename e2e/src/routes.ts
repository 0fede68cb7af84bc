import { FIXED_PAGES, type SubjectPath } from '@pitboard/contract/site/pages'
import type { Site } from './site.ts'
import type { Visit } from '@pitboard/web/testing/visit'

export const UNKNOWN = '01900000-0000-7000-8000-00000000dead'

/** Lists every page of the site for a visitor who is not signed in, and addresses without a page. */
export function publicRoutes(site: Site): Visit[] {
  const fixed = FIXED_PAGES.filter(({ needsSignIn }) => !needsSignIn).map(({ path }) => path)
  return [...fixed, ...Object.values(samplePaths(site))].map(createVisit).concat(MISSING)
}

/** Returns pages that exist; leagues and seasons are made by other tests. */
function samplePaths({ pitboard, recordedId, liveId }: Site): Record<SubjectPath, string> {
  return {
    '/live/$sessionId': `/live/${liveId}`,
    '/live/$sessionId/overlay': `/live/${liveId}/overlay`,
    '/liveUser/$userId/overlay': `/liveUser/${pitboard.userId}/overlay`,
    '/embed/seasons/$seasonId/drivers': `/embed/seasons/${UNKNOWN}/drivers`,
    '/embed/seasons/$seasonId/teams': `/embed/seasons/${UNKNOWN}/teams`,
    '/embed/seasons/$seasonId/calendar': `/embed/seasons/${UNKNOWN}/calendar`,
    '/embed/sessions/$sessionId': `/embed/sessions/${recordedId}`,
    '/embed/live/$sessionId': `/embed/live/${liveId}`,
    '/embed/liveUser/$userId': `/embed/liveUser/${pitboard.userId}`,
    '/liveUser/$userId': `/liveUser/${pitboard.userId}`,
    '/sessions/$sessionId': `/sessions/${recordedId}`,
    '/user/$userId': `/user/${pitboard.userId}`,
    '/leagues/$leagueId/drivers': `/leagues/${UNKNOWN}/drivers`,
    '/leagues/$leagueId': `/leagues/${UNKNOWN}`,
    '/seasons/$seasonId/sign-up': `/seasons/${UNKNOWN}/sign-up`,
    '/seasons/$seasonId/review': `/seasons/${UNKNOWN}/review`,
    '/seasons/$seasonId': `/seasons/${UNKNOWN}`,
    '/search/$searchString': '/search/a%2Fb%20100%25%20%F0%9F%8F%81',
  }
}

export function createVisit(path: string): Visit {
  const visit = { name: nameOf(path), path }
  return path.includes(UNKNOWN) ? { ...visit, isMissing: true } : visit
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll(/[^a-z0-9]+/gi, '-') || 'landing'
}

const MISSING: readonly Visit[] = [
  { name: 'search-malformed', path: '/search/%zz' },
  { name: '404', path: '/404', isMissing: true },
  { name: 'unknown-path', path: '/no/such/page', isMissing: true },
  { name: 'malformed-path', path: '/no%ffsuch', isMissing: true },
  { name: 'unknown-live', path: `/live/${UNKNOWN}`, isMissing: true },
  { name: 'unknown-live-user', path: `/liveUser/${UNKNOWN}`, isMissing: true },
  { name: 'unknown-session', path: `/sessions/${UNKNOWN}`, isMissing: true },
  { name: 'unknown-user', path: `/user/${UNKNOWN}`, isMissing: true },
  { name: 'malformed-session', path: '/sessions/x', isMissing: true },
]

/** Lists the dashboard's pages: without a session they lead to the login. */
export function dashboardRoutes(): Visit[] {
  return FIXED_PAGES.filter(({ needsSignIn }) => needsSignIn).map(({ path }) => ({
    name: nameOf(path),
    path: path.replace(/\$\w+/, UNKNOWN),
    endsAt: '/login',
  }))
}
