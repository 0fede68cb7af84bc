import { createRoute, redirect } from '@tanstack/react-router'
import { accountOf, waitForAccount } from '../auth/account.ts'
import { dashboardGate } from '../auth/dashboard-gate.ts'
import { lazyPage } from './lazy-page.tsx'
import { loadNamespace } from '../messages/language.ts'
import { loadTexts } from './load-page.ts'
import { getParentRoute } from './root-route.tsx'
import { lapCategorySearch, searchParams } from './search-params.ts'

const dashboard = createRoute({
  getParentRoute,
  path: '/dashboard',
  // The gate waits for the session; until then the page says that it is loading.
  pendingMs: 0,
  pendingMinMs: 0,
  async beforeLoad({ location }) {
    const [state, data] = await Promise.all([waitForAccount(), import('./dashboard-data.ts')])
    const to = dashboardGate(state, location.pathname)
    const account = accountOf(state)
    if (account === null || to === '/login') {
      throw redirect({ to: '/login', search: { redirect: location.href } })
    }
    if (to !== null) throw redirect({ to, state: { wanted: location.href } })
    return { data, userId: account.userId, hasName: account.username !== '' }
  },
  loader: () => Promise.all([loadNamespace('account'), loadNamespace('dashboard')]),
  component: lazyPage(() => import('../pages/dashboard/dashboard-layout.tsx'), 'DashboardLayout'),
})

const getDashboard = () => dashboard
const ORGANISER = ['leagues', 'season', 'organiser'] as const

export const dashboardRoute = dashboard.addChildren([
  createRoute({
    getParentRoute: getDashboard,
    path: '/',
    loader({ context: { data } }) {
      data.prefetchOverview()
      return loadTexts('/dashboard', ...ORGANISER, 'participation', 'home')
    },
    component: lazyPage(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/profileInit',
    beforeLoad({ location, context: { hasName } }) {
      if (hasName) throw redirect({ href: location.state.wanted ?? '/dashboard', replace: true })
    },
    component: lazyPage(
      () => import('../pages/dashboard/profile-init-page.tsx'),
      'ProfileInitPage',
    ),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/pair',
    // The sign-in takes every `code` out of an address.
    validateSearch: searchParams('recorder'),
    component: lazyPage(() => import('../pages/pairing/pair-page.tsx'), 'PairPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/settings',
    component: lazyPage(() => import('../pages/dashboard/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/operation',
    validateSearch: searchParams('search', 'page'),
    loaderDeps: ({ search }) => search,
    loader({ deps, context: { data } }) {
      data.prefetchOperation(deps)
      return loadTexts('/dashboard/operation', 'operation')
    },
    component: lazyPage(() => import('../pages/dashboard/operation-page.tsx'), 'OperationPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/sessions',
    validateSearch: searchParams('page', 'track', 'type'),
    loaderDeps: ({ search }) => search,
    loader({ deps, context: { data } }) {
      data.prefetchOwnSessions(deps)
      return loadTexts('/dashboard/sessions', 'recordings', 'landing')
    },
    component: lazyPage(
      () => import('../pages/dashboard/my-sessions-page.tsx'),
      'DashboardSessionsPage',
    ),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/sessions/typed',
    validateSearch: searchParams('season', 'event', 'session'),
    loaderDeps: ({ search: { season } }) => ({ season }),
    loader({ deps: { season }, context: { data } }) {
      data.prefetchManualResult(season)
      return loadTexts('/dashboard/sessions/typed', ...ORGANISER)
    },
    component: lazyPage(
      () => import('../pages/seasons/manual-result-page.tsx'),
      'ManualResultPage',
    ),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/laps',
    validateSearch: lapCategorySearch,
    loader: () => loadTexts('/dashboard/laps', 'records'),
    component: lazyPage(() => import('../pages/dashboard/own-laps-page.tsx'), 'OwnLapsPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/leagues',
    loader({ context: { data, userId } }) {
      data.prefetchOwnLeagues(userId)
      return loadTexts('/dashboard/leagues', ...ORGANISER)
    },
    component: lazyPage(() => import('../pages/leagues/my-leagues-page.tsx'), 'OwnLeaguesPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/leagues/create',
    loader: () => loadTexts('/dashboard/leagues/create', ...ORGANISER),
    component: lazyPage(
      () => import('../pages/leagues/league-create-page.tsx'),
      'LeagueCreatePage',
    ),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/leagues/$leagueId/edit',
    loader({ params: { leagueId }, context: { data } }) {
      return Promise.all([
        data.loadLeagueEditor(leagueId),
        loadTexts('/dashboard/leagues/$leagueId/edit', ...ORGANISER),
      ])
    },
    component: lazyPage(() => import('../pages/leagues/league-edit-page.tsx'), 'LeagueEditPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/seasons',
    loader({ context: { data } }) {
      data.prefetchOwnSeasons()
      return loadTexts('/dashboard/seasons', ...ORGANISER)
    },
    component: lazyPage(() => import('../pages/seasons/my-seasons-page.tsx'), 'OwnSeasonsPage'),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/seasons/create',
    validateSearch: searchParams('seasonName', 'league', 'like'),
    loader({ context: { data, userId } }) {
      data.prefetchSeasonForm(userId)
      return loadTexts('/dashboard/seasons/create', ...ORGANISER)
    },
    component: lazyPage(
      () => import('../pages/seasons/season-create-page.tsx'),
      'SeasonCreatePage',
    ),
  }),
  createRoute({
    getParentRoute: getDashboard,
    path: '/seasons/$seasonId/edit',
    validateSearch: searchParams('part'),
    loader: ({ params: { seasonId }, context: { data } }) =>
      Promise.all([
        data.loadSeasonEditor(seasonId),
        loadTexts('/dashboard/seasons/$seasonId/edit', ...ORGANISER, 'participation'),
      ]),
    component: lazyPage(() => import('../pages/seasons/season-edit-page.tsx'), 'SeasonEditPage'),
  }),
])
