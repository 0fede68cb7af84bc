import type { OverlayPath, PAGES, PagePath } from '@pitboard/contract/site/pages'
import {
  createRootRoute,
  createRoute,
  createRouter as createTanStackRouter,
  Outlet,
  redirect,
  type RouterHistory,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { dashboardGate, returnPath } from './auth/dashboard-gate.ts'
import { isRecovering } from './auth/recovery.ts'
import { accountOf, getAccountState, waitForAccount } from './auth/account.ts'
import { lazyPage } from './lazy-page.tsx'
import { loadNamespace } from './messages/language.ts'
import { RouteError } from './pages/route-error.tsx'
import { LazySessionView } from './pages/session/lazy-session-view.tsx'
import { SiteFrame } from './pages/site-frame.tsx'
import { PageSkeleton } from './ui/states/page-skeleton.tsx'
import { NotFound } from './ui/shell/not-found.tsx'

const root = createRootRoute({
  component: () => (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  ),
  notFoundComponent: NotFound,
})

const getParentRoute = () => root
const landing = lazyPage(() => import('./pages/landing/landing-page.tsx'), 'LandingPage')
const livePage = () => import('./pages/live/live-page.tsx')
const legalPages = () => import('./pages/info/legal-pages.tsx')
const accountPages = () => import('./pages/account-pages.tsx')

type RoutedPath = Exclude<PagePath, OverlayPath>

/** A page that waits for its texts, which are those of the manifest. */
function withTexts<Path extends RoutedPath>(path: Path, ...areas: (typeof PAGES)[Path]['texts']) {
  return { path, loader: () => Promise.all(areas.map((area) => loadNamespace(area))) }
}

interface ReturnSearch {
  redirect?: string
}

/** `redirect` is a path of this site, or empty. */
function readReturn(search: ReturnSearch & SearchSchemaInput) {
  return { redirect: returnPath(search.redirect) }
}

interface PartialSessionSearch {
  drivers?: string
  against?: string
  lap?: string
  t?: string
  driver?: string
}

function readSessionSearch({
  drivers = '',
  against = '',
  lap = '',
  t = '',
  driver = '',
}: PartialSessionSearch & SearchSchemaInput) {
  return { drivers, against, lap, t, driver }
}

/** The driver whom a live page follows. */
function readLiveSearch({
  driver = '',
  t = '',
}: { driver?: string; t?: string } & SearchSchemaInput) {
  return { driver, t }
}

/** Sends signed-in users on from the login to the page that they wanted. */
function leaveIfSignedIn({ search }: { readonly search: { readonly redirect: string } }) {
  const session = accountOf(getAccountState())
  if (session && !isRecovering(session.userId)) {
    throw redirect({ href: search.redirect || '/dashboard', replace: true })
  }
}

/** The code of a mail was typed: its owner may choose a new password. */
function goOnIfRecovering() {
  const state = getAccountState()
  const session = accountOf(state)
  if (session && isRecovering(session.userId)) {
    throw redirect({ to: '/resetPasswordConfirm', replace: true })
  }
}

const publicRoutes = [
  createRoute({
    getParentRoute,
    ...withTexts('/', 'landing', 'live'),
    component: landing,
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/home', 'landing', 'live'),
    component: landing,
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/live', 'landing', 'live'),
    component: lazyPage(() => import('./pages/live/live-list-page.tsx'), 'LiveListPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/live/$sessionId', 'live', 'screen'),
    validateSearch: readLiveSearch,
    component: lazyPage(livePage, 'LiveSessionPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/liveUser/$userId', 'live', 'screen'),
    validateSearch: readLiveSearch,
    component: lazyPage(livePage, 'LiveUserPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/$sessionId',
    validateSearch: readSessionSearch,
    loaderDeps: ({ search }) => ({ isReplay: search.t !== '' }),
    loader({ deps }) {
      if (!deps.isReplay) void LazySessionView.preload()
    },
    component: lazyPage(() => import('./pages/session/session-page.tsx'), 'SessionPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/leagues', 'leagues'),
    validateSearch: ({
      search = '',
      page = '',
    }: { search?: string; page?: string } & SearchSchemaInput) => ({ search, page }),
    component: lazyPage(() => import('./pages/leagues/leagues-page.tsx'), 'LeaguesPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/leagues/$leagueId', 'leagues', 'season'),
    component: lazyPage(() => import('./pages/leagues/league-page.tsx'), 'LeaguePage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/seasons/$seasonId', 'season'),
    component: lazyPage(() => import('./pages/seasons/season-page.tsx'), 'SeasonPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/user/$userId', 'user'),
    component: lazyPage(() => import('./pages/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/search/$searchString', 'search', 'live'),
    validateSearch: ({
      in: group = '',
      page = '',
    }: { in?: string; page?: string } & SearchSchemaInput) => ({ in: group, page }),
    component: lazyPage(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/streamOverlay', 'live', 'screen', 'overlay'),
    validateSearch: ({
      session = '',
      user = '',
    }: { session?: string; user?: string } & SearchSchemaInput) => ({ session, user }),
    component: lazyPage(
      () => import('./pages/overlay/overlay-builder-page.tsx'),
      'OverlayBuilderPage',
    ),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/faq', 'faq'),
    component: lazyPage(() => import('./pages/info/faq-page.tsx'), 'FaqPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/tos', 'legal'),
    component: lazyPage(legalPages, 'TermsPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/privacy', 'legal'),
    component: lazyPage(legalPages, 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/impressum', 'legal'),
    component: lazyPage(legalPages, 'LegalNoticePage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/downloadInfo', 'download'),
    component: lazyPage(() => import('./pages/info/download-info-page.tsx'), 'DownloadInfoPage'),
  }),
  createRoute({ getParentRoute, path: '/404', component: NotFound }),
  createRoute({
    getParentRoute,
    ...withTexts('/login', 'account'),
    validateSearch: readReturn,
    beforeLoad: leaveIfSignedIn,
    component: lazyPage(accountPages, 'LoginPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/signup', 'account'),
    validateSearch: readReturn,
    beforeLoad: leaveIfSignedIn,
    component: lazyPage(accountPages, 'SignUpPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/resetPassword', 'account'),
    beforeLoad: goOnIfRecovering,
    component: lazyPage(accountPages, 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute,
    ...withTexts('/resetPasswordConfirm', 'account'),
    component: lazyPage(accountPages, 'ResetPasswordConfirmPage'),
  }),
] as const

const dashboard = createRoute({
  getParentRoute,
  path: '/dashboard',
  // The gate waits for the session; until then the page says that it is loading.
  pendingMs: 0,
  pendingMinMs: 0,
  async beforeLoad({ location }) {
    const to = dashboardGate(await waitForAccount(), location.pathname)
    if (to === '/login') throw redirect({ to, search: { redirect: location.href } })
    if (to !== null) throw redirect({ to, state: { wanted: location.href } })
  },
  loader: () => Promise.all([loadNamespace('account'), loadNamespace('dashboard')]),
  component: lazyPage(() => import('./pages/dashboard/dashboard-layout.tsx'), 'DashboardLayout'),
})

const inDashboard = () => dashboard
const dashboardRoutes = [
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard', 'leagues', 'season', 'organiser'),
    path: '/',
    component: lazyPage(() => import('./pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/profileInit',
    beforeLoad({ location }) {
      const session = accountOf(getAccountState())
      if (!session || session.username === '') return
      throw redirect({ href: location.state.wanted ?? '/dashboard', replace: true })
    },
    component: lazyPage(() => import('./pages/dashboard/profile-init-page.tsx'), 'ProfileInitPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/settings',
    component: lazyPage(() => import('./pages/dashboard/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/sessions', 'recordings', 'landing'),
    path: '/sessions',
    validateSearch: ({
      page = '',
      track = '',
      type = '',
    }: { page?: string; track?: string; type?: string } & SearchSchemaInput) => ({
      page,
      track,
      type,
    }),
    component: lazyPage(
      () => import('./pages/dashboard/my-sessions-page.tsx'),
      'DashboardSessionsPage',
    ),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/sessions/typed', 'leagues', 'season', 'organiser'),
    path: '/sessions/typed',
    validateSearch: ({
      season = '',
      event = '',
      session = '',
    }: { season?: string; event?: string; session?: string } & SearchSchemaInput) => ({
      season,
      event,
      session,
    }),
    component: lazyPage(() => import('./pages/seasons/manual-result-page.tsx'), 'ManualResultPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/leagues', 'leagues', 'season', 'organiser'),
    path: '/leagues',
    component: lazyPage(() => import('./pages/leagues/my-leagues-page.tsx'), 'OwnLeaguesPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/leagues/create', 'leagues', 'season', 'organiser'),
    path: '/leagues/create',
    component: lazyPage(() => import('./pages/leagues/league-create-page.tsx'), 'LeagueCreatePage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/leagues/$leagueId/edit', 'leagues', 'season', 'organiser'),
    path: '/leagues/$leagueId/edit',
    component: lazyPage(() => import('./pages/leagues/league-edit-page.tsx'), 'LeagueEditPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/seasons', 'leagues', 'season', 'organiser'),
    path: '/seasons',
    component: lazyPage(() => import('./pages/seasons/my-seasons-page.tsx'), 'OwnSeasonsPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/seasons/create', 'leagues', 'season', 'organiser'),
    path: '/seasons/create',
    validateSearch: ({
      seasonName = '',
      league = '',
    }: { seasonName?: string; league?: string } & SearchSchemaInput) => ({ seasonName, league }),
    component: lazyPage(() => import('./pages/seasons/season-create-page.tsx'), 'SeasonCreatePage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    ...withTexts('/dashboard/seasons/$seasonId/edit', 'leagues', 'season', 'organiser'),
    path: '/seasons/$seasonId/edit',
    validateSearch: ({ part = '' }: { part?: string } & SearchSchemaInput) => ({ part }),
    component: lazyPage(() => import('./pages/seasons/season-edit-page.tsx'), 'SeasonEditPage'),
  }),
] as const

const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute,
        path: '/dev/ui',
        component: lazyPage(() => import('./pages/dev-ui/dev-ui-page.tsx'), 'DevUiPage'),
      }),
    ]
  : []

const routeTree = root.addChildren([
  ...publicRoutes,
  ...developmentRoutes,
  dashboard.addChildren(dashboardRoutes),
])

/** The browser's own history unless another is handed in. */
export function createRouter(history?: RouterHistory) {
  return createTanStackRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

type RoutePath = keyof ReturnType<typeof createRouter>['routesByPath']

/** Does not compile where a page of the manifest has no route, and names it. */
export type EveryPageHasRoute = Covers<RoutePath, RoutedPath>

/** Does not compile where a route is missing in the manifest, and names it. */
export type EveryRouteIsPage = Covers<RoutedPath | '/404' | '/dashboard/' | '/dev/ui', RoutePath>

type Covers<All, Some extends All> = [All, Some]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page of the dashboard that had to wait for a name. */
    wanted?: string
  }
  interface Register {
    router: ReturnType<typeof createRouter>
  }
}

/** Search parameters are texts, as they stand in the address: `?seasonName=2025` is not a number. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** What is empty is the default and is left out. */
function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
  }
  return params.size === 0 ? '' : `?${params}`
}
