import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { NotFound } from './ui/shell/not-found.tsx'
import { PageError } from './ui/shell/page-error.tsx'
import { PageFrame } from './ui/shell/page-frame.tsx'
import { PageSkeleton } from './ui/shell/skeleton.tsx'

const root = createRootRoute({
  component: () => (
    <PageFrame>
      <Outlet />
    </PageFrame>
  ),
  notFoundComponent: NotFound,
})

const landing = lazyRouteComponent(() => import('./pages/landing-page.tsx'), 'LandingPage')
const livePage = () => import('./pages/live-page.tsx')

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: landing }),
  createRoute({ getParentRoute: () => root, path: '/home', component: landing }),
  createRoute({
    getParentRoute: () => root,
    path: '/live',
    component: lazyRouteComponent(() => import('./pages/live-list-page.tsx'), 'LiveListPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/live/$sessionId',
    component: lazyRouteComponent(livePage, 'LiveSessionPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/liveUser/$userId',
    component: lazyRouteComponent(livePage, 'LiveUserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sessions/$sessionId',
    component: lazyRouteComponent(() => import('./pages/session-page.tsx'), 'SessionPage'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ({ error, reset }) => <PageError error={error} retry={reset} />,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
