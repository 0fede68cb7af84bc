import type { FramelessPath, PagePath } from '@pitboard/contract/site/pages'
import {
  createRoute,
  createRouter as createTanStackRouter,
  type RouterHistory,
} from '@tanstack/react-router'
import { lazyPage } from './routes/lazy-page.tsx'
import { RouteError } from './pages/route-error.tsx'
import { accountRoutes } from './routes/account-routes.ts'
import { dashboardRoute } from './routes/dashboard-routes.ts'
import { publicRoutes } from './routes/public-routes.ts'
import { getParentRoute, rootRoute } from './routes/root-route.tsx'
import { parseSearch, stringifySearch } from './routes/search-params.ts'
import { NotFound } from './ui/shell/not-found.tsx'
import { PageSkeleton } from './ui/states/page-skeleton.tsx'

const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute,
        path: '/dev/ui',
        component: lazyPage(() => import('./pages/dev-ui/dev-ui-page.tsx'), 'DevUiPage'),
      }),
    ]
  : []

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  ...accountRoutes,
  ...developmentRoutes,
  dashboardRoute,
])

/** The browser's own history unless another is handed in. */
export function createRouter(history?: RouterHistory) {
  return createTanStackRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The cache of queries decides what is requested.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

type RoutePath = keyof ReturnType<typeof createRouter>['routesByPath']

/** The overlay and the embeds are programs of their own. */
type RoutedPath = Exclude<PagePath, FramelessPath>

/** Does not compile where a page of the manifest has no route, and names it. */
export type EveryPageHasRoute = Covers<RoutePath, RoutedPath>

/** Does not compile where a route is missing in the manifest, and names it. */
export type EveryRouteIsPage = Covers<RoutedPath | '/404' | '/dashboard/' | '/dev/ui', RoutePath>

type Covers<All, Some extends All> = [All, Some]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This page of the dashboard had to wait for a name. */
    wanted?: string
  }
  interface Register {
    router: ReturnType<typeof createRouter>
  }
}
