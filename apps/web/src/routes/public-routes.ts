import { createRoute } from '@tanstack/react-router'
import { liveList } from '../features/live-list/live-queries.ts'
import { latestSessions } from '../features/session/session-queries.ts'
import { lazyPage } from './lazy-page.tsx'
import { pageNumber } from '../pages/page-number.ts'
import { NotFound } from '../ui/shell/not-found.tsx'
import { loadTexts, prefetch } from './load-page.ts'
import { getParentRoute } from './root-route.tsx'
import { lapCategorySearch, searchParams } from './search-params.ts'

const landing = {
  getParentRoute,
  loader() {
    prefetch(liveList)
    prefetch(latestSessions)
    return loadTexts('/', 'landing', 'live')
  },
  component: lazyPage(async () => {
    const { LandingPage, LandingPicture } = await import('../pages/landing/landing-page.tsx')
    // React would hold a picture that comes a moment after the page back for 300 ms, and the race would come later still.
    await LandingPicture.preload()
    return { LandingPage }
  }, 'LandingPage'),
}
const compareSearch = searchParams('laps', 'zoom', 'at', 'channels', 'map', 'theory')
const leagueSearch = searchParams('search', 'page')
const publicData = () => import('./public-data.ts')
const sessionSearch = searchParams('drivers', 'against', 'lap', 't', 'driver', 'view', 'part')
const liveSearch = searchParams('driver', 't', 'view', 'part')
const livePage = () => import('../pages/live/live-page.tsx')
const guidePage = () => import('../pages/info/guide-page.tsx')
const legalPages = () => import('../pages/info/legal-pages.tsx')

export const publicRoutes = [
  createRoute({ ...landing, path: '/' }),
  createRoute({ ...landing, path: '/home' }),
  createRoute({
    getParentRoute,
    path: '/records',
    validateSearch: lapCategorySearch,
    loader: () => loadTexts('/records', 'records'),
    component: lazyPage(() => import('../pages/records/records-page.tsx'), 'RecordsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/live',
    loader() {
      prefetch(liveList)
      prefetch(latestSessions)
      return loadTexts('/live', 'landing', 'live')
    },
    component: lazyPage(() => import('../pages/live-list/live-list-page.tsx'), 'LiveListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/live/$sessionId',
    validateSearch: liveSearch,
    loader: () => loadTexts('/live/$sessionId', 'live', 'screen'),
    component: lazyPage(livePage, 'LiveSessionPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/liveUser/$userId',
    validateSearch: liveSearch,
    loader: () => loadTexts('/liveUser/$userId', 'live', 'screen'),
    component: lazyPage(livePage, 'LiveUserPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/$sessionId',
    validateSearch: sessionSearch,
    loaderDeps: ({ search }) => ({ isReplay: search.t !== '' }),
    loader: ({ params: { sessionId }, deps }) =>
      publicData().then((data) => data.loadSession(sessionId, deps.isReplay)),
    component: lazyPage(() => import('../pages/session/session-page.tsx'), 'SessionPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/compare',
    validateSearch: compareSearch,
    loader: () => loadTexts('/compare', 'compare', 'charts'),
    component: lazyPage(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/headToHead',
    validateSearch: searchParams('season', 'user', 'first', 'second'),
    loader: () => loadTexts('/headToHead', 'drivers'),
    component: lazyPage(() => import('../pages/drivers/head-to-head-page.tsx'), 'HeadToHeadPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/leagues',
    validateSearch: leagueSearch,
    loaderDeps: ({ search }) => search,
    loader({ deps }) {
      void publicData().then((data) => data.prefetchLeagues(pageNumber(deps.page), deps.search))
      return loadTexts('/leagues', 'leagues')
    },
    component: lazyPage(() => import('../pages/leagues/leagues-page.tsx'), 'LeaguesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/leagues/$leagueId',
    loader: ({ params: { leagueId } }) =>
      Promise.all([
        publicData().then((data) => data.loadLeague(leagueId)),
        loadTexts('/leagues/$leagueId', 'leagues', 'season'),
      ]),
    component: lazyPage(() => import('../pages/leagues/league-page.tsx'), 'LeaguePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/leagues/$leagueId/drivers',
    validateSearch: searchParams('driver'),
    loader: ({ params: { leagueId } }) =>
      Promise.all([
        publicData().then((data) => data.loadLeague(leagueId)),
        loadTexts('/leagues/$leagueId/drivers', 'leagues', 'season', 'drivers', 'points'),
      ]),
    component: lazyPage(() => import('../pages/leagues/league-page.tsx'), 'LeagueDriversPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/leagues/invitations/$code',
    loader: () => loadTexts('/leagues/invitations/$code', 'organiser'),
    component: lazyPage(() => import('../pages/leagues/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/seasons/$seasonId',
    validateSearch: searchParams('tier'),
    loader: ({ params: { seasonId } }) =>
      Promise.all([
        publicData().then((data) => data.loadSeason(seasonId)),
        loadTexts('/seasons/$seasonId', 'season'),
      ]),
    component: lazyPage(() => import('../pages/seasons/season-page.tsx'), 'SeasonPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/seasons/$seasonId/sign-up',
    loader: ({ params: { seasonId } }) =>
      Promise.all([
        publicData().then((data) => data.loadSeason(seasonId)),
        loadTexts('/seasons/$seasonId/sign-up', 'season', 'participation'),
      ]),
    component: lazyPage(() => import('../pages/seasons/sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/seasons/$seasonId/review',
    validateSearch: searchParams('tier', 'driver'),
    loader: ({ params: { seasonId } }) =>
      Promise.all([
        publicData().then((data) => data.loadSeason(seasonId)),
        loadTexts('/seasons/$seasonId/review', 'season', 'review'),
      ]),
    component: lazyPage(
      () => import('../pages/seasons/season-review-page.tsx'),
      'SeasonReviewPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/user/$userId',
    loader({ params: { userId } }) {
      prefetch(liveList)
      return Promise.all([
        publicData().then((data) => data.loadUser(userId)),
        loadTexts('/user/$userId', 'user'),
      ])
    },
    component: lazyPage(() => import('../pages/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/search/$searchString',
    validateSearch: searchParams('in', 'page'),
    loader({ params: { searchString } }) {
      void publicData().then((data) => data.prefetchSearch(searchString))
      prefetch(liveList)
      return loadTexts('/search/$searchString', 'search', 'live')
    },
    component: lazyPage(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/streamOverlay',
    validateSearch: searchParams('session', 'user'),
    loader: () => loadTexts('/streamOverlay', 'live', 'screen', 'overlay'),
    component: lazyPage(
      () => import('../pages/overlay/overlay-builder-page.tsx'),
      'OverlayBuilderPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/faq',
    loader: () => loadTexts('/faq', 'faq'),
    component: lazyPage(() => import('../pages/info/faq-page.tsx'), 'FaqPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/guides',
    validateSearch: searchParams('search'),
    loader: () => loadTexts('/guides', 'guides', 'faq'),
    component: lazyPage(() => import('../pages/info/guides-page.tsx'), 'GuidesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/guides/game',
    loader: () => loadTexts('/guides/game', 'guides'),
    component: lazyPage(guidePage, 'GameGuidePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/guides/league',
    loader: () => loadTexts('/guides/league', 'guides'),
    component: lazyPage(guidePage, 'LeagueGuidePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/guides/stewarding',
    loader: () => loadTexts('/guides/stewarding', 'guides'),
    component: lazyPage(guidePage, 'StewardingGuidePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/guides/broadcasting',
    loader: () => loadTexts('/guides/broadcasting', 'guides'),
    component: lazyPage(guidePage, 'BroadcastingGuidePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tos',
    loader: () => loadTexts('/tos', 'legal'),
    component: lazyPage(legalPages, 'TermsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/privacy',
    loader: () => loadTexts('/privacy', 'legal'),
    component: lazyPage(legalPages, 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/impressum',
    loader: () => loadTexts('/impressum', 'legal'),
    component: lazyPage(legalPages, 'LegalNoticePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/downloadInfo',
    loader: () => loadTexts('/downloadInfo', 'download'),
    component: lazyPage(() => import('../pages/info/download-info-page.tsx'), 'DownloadInfoPage'),
  }),
  createRoute({ getParentRoute, path: '/404', component: NotFound }),
] as const
