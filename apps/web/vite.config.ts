import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { carFieldsWithoutRules } from './car-fields-without-rules.ts'
import { compressAssets } from './compress-assets.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'
import { preactBuilds, preactForReact } from './preact-build.ts'

// What several pages share is fetched in a few chunks, not in dozens: on a phone a request costs more
// than its bytes. A chunk comes whole to every page that uses a part of it, so each holds folders
// that are used together. What is in none of them becomes chunks of the pages that share it.
const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  // Tables are pasted into forms.
  forms: [
    'apps/web/src/ui/forms/',
    'apps/web/src/ui/buttons/copy-',
    'apps/web/src/timing/read-table.',
  ],
  // Long texts, also on public pages; no page needs them at first.
  drafts: [
    'apps/web/src/changes/draft.',
    'apps/web/src/changes/message-form.',
    'apps/web/src/changes/typed-in.',
    'apps/web/src/changes/use-draft.',
  ],
  // Base UI and what needs it: most visits open no dialog and no menu.
  overlays: [
    'node_modules/@base-ui/',
    'node_modules/@floating-ui/',
    'node_modules/tabbable/',
    'node_modules/reselect/',
    'apps/web/src/ui/choices/',
    'apps/web/src/ui/dialogs/',
  ],
  'account-service': ['apps/web/src/auth/service/'],
  webauthn: ['node_modules/@simplewebauthn/'],
  // Fetched once a page has loaded, also by the sign-in library.
  sockets: ['node_modules/@supabase/node-fetch/', 'node_modules/@supabase/realtime-js/'],
  realtime: ['apps/web/src/realtime/'],
  // Settings and sessions: neither needs the other parts of long texts.
  'section-index': ['apps/web/src/ui/reading/section-index.', 'apps/web/src/ui/reading/use-'],
  reading: ['apps/web/src/ui/reading/', 'apps/web/src/ui/layout/form-page.'],
  layout: [
    'apps/web/src/pages/query-content.',
    'apps/web/src/timing/podium.',
    'apps/web/src/features/sharing/sharing.',
    'apps/web/src/ui/layout/',
  ],
  lists: ['apps/web/src/ui/lists/', 'apps/web/src/ui/avatar.', 'apps/web/src/timing/track-icon.'],
  'live-list': ['apps/web/src/features/live-list/live-cards.'],
  // Live pages and replays.
  'live-view': [
    'apps/web/src/features/track-map/track-map.',
    'apps/web/src/features/track-map/use-map-view.',
    'apps/web/src/features/time-bar/player.',
    'apps/web/src/features/time-bar/recorded-timeline.',
    'apps/web/src/features/time-bar/stored-delay.',
    'apps/web/src/features/live/choice-by-kind.',
    'apps/web/src/features/live/cut-line.',
    'apps/web/src/features/live/driver-focus-provider.',
    'apps/web/src/features/live/frame-turns.',
    'apps/web/src/features/live/lap-analysis.',
    'apps/web/src/features/live/live-in-sight.',
    'apps/web/src/features/live/penalty-figures.',
    'apps/web/src/features/live/pinned-drivers.',
    'apps/web/src/features/live/place-change.',
    'apps/web/src/features/live/session-progress.',
    'apps/web/src/features/live/sight-store.',
    'apps/web/src/features/live/view-preset.',
    'apps/web/src/features/timing-tower/columns/',
    'apps/web/src/features/timing-tower/timing-tower.tsx',
    'apps/web/src/features/race-control/weather-panel.',
    'apps/web/src/pages/live/live-view.',
    'apps/web/src/pages/live/focus-shortcuts.',
    'apps/web/src/pages/live/live-panels.',
    'apps/web/src/pages/live/frame-choice.',
    'apps/web/src/pages/live/panel-choice.',
    'apps/web/src/pages/live/view-tools.',
    'apps/web/src/ui/use-shortcuts.',
  ],
  // Fetched by those who scroll down to it.
  'landing-tour': [
    'apps/web/src/pages/landing/landing-tour.',
    'apps/web/src/pages/landing/phone-example.',
    'apps/web/src/pages/landing/position-example.',
    'apps/web/src/pages/landing/sample-positions.',
    'apps/web/src/pages/landing/standings-example.',
    'apps/web/src/pages/landing/tour-part.',
  ],
  landing: ['apps/web/src/features/race-preview/', 'apps/web/src/pages/landing/'],
  // The landing page fetches it if there is a live race.
  'live-socket': [
    'apps/web/src/features/live/live-receiver.',
    'apps/web/src/features/live/live-socket.',
    'packages/contract/src/live/live-apply.',
    'packages/contract/src/live/live-columns.',
  ],
  // The page stands before its time bar.
  'time-bar': [
    'apps/web/src/features/time-bar/time-',
    'apps/web/src/features/time-bar/use-time-keys.',
  ],
  // The landing page needs it at once, live pages beside the tower.
  'track-map': ['apps/web/src/features/track-map/'],
  // The landing page, live pages and replays show a race.
  race: [
    'apps/web/src/features/live/',
    'apps/web/src/features/timing-tower/',
    'packages/contract/src/sessions/blank-session.',
    'packages/contract/src/sessions/car-fields.',
    'packages/contract/src/live/live-',
  ],
  // Below the first screen of the landing page and of the live list.
  'session-rows': [
    'apps/web/src/features/session/session-list.',
    'apps/web/src/features/session/session-result.',
    'apps/web/src/features/session/session-row.',
  ],
  // What lists of sessions request, and lap times, weather and track of a session.
  sessions: [
    'apps/web/src/features/live-list/live-queries.',
    'apps/web/src/features/session/session-queries.',
    'apps/web/src/features/time-bar/moment.',
    'apps/web/src/timing/driver-codes.',
    'apps/web/src/timing/format-lap-time.',
    'apps/web/src/timing/lap-time-text.',
    'apps/web/src/timing/track-shape.',
    'apps/web/src/timing/weather-icon.',
    'packages/contract/src/live/compare-live.',
    'packages/contract/src/sessions/session-',
    'packages/contract/src/sessions/track-geometry.',
  ],
  'flag-sign': [
    'apps/web/src/features/race-control/flag-sign.',
    'packages/contract/src/live/race-flag.',
  ],
  alerts: [
    'apps/web/src/features/race-control/alert-choice.',
    'apps/web/src/features/race-control/message-alerts.',
  ],
  'race-control': [
    'apps/web/src/features/race-control/describe-event.',
    'apps/web/src/features/race-control/session-feed.',
    'apps/web/src/features/race-control/use-event-text.',
    'apps/web/src/timing/penalty-',
  ],
  // Pages of sessions.
  'session-head': [
    'apps/web/src/features/session/classification.',
    'apps/web/src/features/session/driver-label.',
    'apps/web/src/pages/session/lazy-session-view.',
  ],
  // The head of a session needs them before its charts do.
  laps: ['packages/contract/src/laps/', 'packages/contract/src/outcome/result-order.'],
  table: ['apps/web/src/ui/table/'],
  'season-editor': [
    'apps/web/src/changes/',
    'apps/web/src/features/league-editor/members/',
    'apps/web/src/features/season-editor/',
    'apps/web/src/features/season/track-select.',
    'packages/contract/src/seasons/points-presets.',
    'packages/contract/src/wire/picture-upload.',
    'packages/contract/src/wire/undoable-actions.',
  ],
  // Lists and queries of the dashboard.
  own: [
    'apps/web/src/features/first-run/',
    'packages/contract/src/ingest/recorder-status.',
    'apps/web/src/features/leagues/own-',
    'apps/web/src/features/my-sessions/my-session-queries.',
    'apps/web/src/features/profile/save-profile.',
    'apps/web/src/features/profile/username-form.',
    'apps/web/src/features/season/own-',
    'apps/web/src/features/leagues/role-list.',
    'packages/contract/src/leagues/league-members.',
    'packages/contract/src/leagues/league-roles.',
  ],
  // What the other public pages request first.
  subjects: [
    'apps/web/src/features/search/search-queries.',
    'apps/web/src/features/users/user-query.',
    'apps/web/src/routes/load-subject.',
  ],
  // What pages of leagues and seasons request first, so that they need not wait for their code.
  queries: [
    'apps/web/src/features/leagues/league-queries.',
    'apps/web/src/features/leagues/membership-queries.',
    'apps/web/src/features/season/season-queries.',
    'apps/web/src/pages/use-own-roles.',
    'packages/contract/src/leagues/memberships.',
    'apps/web/src/api/newest-version.',
    'packages/contract/src/leagues/league.',
    'packages/contract/src/seasons/season-endpoints.',
  ],
  // Pages of leagues, their editor and the dashboard; a season needs their names alone, and pictures if its teams have some.
  pictures: [
    'apps/web/src/features/leagues/league-pictures.',
    'apps/web/src/features/leagues/league-hero.',
    'apps/web/src/api/use-picture.',
    'apps/web/src/timing/team-picture.',
  ],
  // What stands beside the standings and below them, and in the editor.
  'season-details': [
    'apps/web/src/features/season/adjustment-',
    'apps/web/src/features/season/file-button.',
    'apps/web/src/features/season/time-zones.',
    'apps/web/src/timing/adjustment-kinds.',
  ],
  // Pages of leagues and the dashboard.
  'season-cards': [
    'apps/web/src/features/leagues/',
    'apps/web/src/features/season/overview/live-seasons.',
    'apps/web/src/features/season/overview/season-cards.',
  ],
  // Fetched with its texts after the rest of a league's edit page.
  announcements: [
    'apps/web/src/features/announcements/announcements-panel.',
    'apps/web/src/features/announcements/announcement-queries.',
    'apps/web/src/features/announcements/delivery-log.',
    'apps/web/src/features/announcements/receiver-',
    'apps/web/src/features/announcements/calendar-dialog.',
    'packages/contract/src/seasons/calendar-feed.',
    'packages/contract/src/leagues/announcement.',
    'packages/contract/src/leagues/webhooks.',
  ],
  // The settings and the buttons to follow, fetched after the rest of their pages.
  notifications: [
    'apps/web/src/features/notifications/',
    'apps/web/src/auth/browser-name.',
    'packages/contract/src/notifications/',
  ],
  season: [
    'apps/web/src/features/season/',
    'apps/web/src/features/standings/',
    'apps/web/src/timing/adjustment-kinds.',
    'packages/contract/src/leagues/',
    'packages/contract/src/sessions/track-names.',
    'packages/contract/src/seasons/',
  ],
  // Fetched beside the standings, and for a part of the editor.
  roster: ['apps/web/src/features/roster/', 'packages/contract/src/roster/'],
  // Fetched with the page of a sign-up, beside the standings, on the dashboard and for a part of the editor.
  'sign-ups': [
    'apps/web/src/features/sign-ups/',
    'packages/contract/src/attendance/',
    'packages/contract/src/sign-ups/',
  ],
  // Fetched by those who open it: incidents of a season, and the stewards' part of the editor.
  stewards: ['apps/web/src/features/stewards/', 'packages/contract/src/stewards/'],
  // Standings and lists of sessions.
  results: ['apps/web/src/timing/podium-line.', 'apps/web/src/timing/result-badge.'],
  'chart-place': ['apps/web/src/timing/chart-place.'],
  // Pasted tables and files, which only the forms of organisers read.
  'read-table': ['apps/web/src/timing/read-table.'],
  // Files that users save, which few pages offer.
  'save-file': ['apps/web/src/api/file.'],
  outlook: ['apps/web/src/features/outlook/', 'packages/contract/src/outlook/racing-laps.'],
  quantile: ['packages/contract/src/outlook/quantile.'],
  // Fetched when a chart comes near.
  charts: ['apps/web/src/timing/laps/', 'apps/web/src/timing/plot/', 'packages/contract/src/laps/'],
  // The page that compares laps, what its route requests, and the choice of laps on the page of a session.
  compare: [
    'apps/web/src/features/compare/',
    'packages/contract/src/comparison/',
    'packages/contract/src/traces/',
  ],
  // Pages that only show data change nothing.
  mutations: [
    'node_modules/@tanstack/query-core/build/modern/mutationObserver',
    'node_modules/@tanstack/react-query/build/modern/useMutation',
  ],
  common: [
    'node_modules/',
    'apps/web/src/api/',
    'apps/web/src/timing/',
    'apps/web/src/ui/',
    'packages/contract/src/',
  ],
}

const server = process.env.PITBOARD_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    preactForReact(),
    carFieldsWithoutRules(),
    endpointsWithoutSchemas(),
    react(),
    tailwindcss(),
    compressAssets(),
  ],
  builder: {},
  environments: preactBuilds,
  build: {
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Browsers preload modules themselves since 2023.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page loads the list of all chunks; hashes are the part of it that compresses least.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'shared', tags: ['$initial'], minShareCount: 2, priority: 1 },
            ...Object.entries(CHUNKS).map(([name, folders]) => ({
              name,
              test: (id: string) => folders.some((folder) => id.includes(`/${folder}`)),
              minShareCount: 2,
            })),
          ],
        },
      },
    },
  },
  // Fetched late: found only then, the development server would reload the page.
  optimizeDeps: {
    include: [
      '@supabase/realtime-js',
      '@supabase/supabase-js',
      '@simplewebauthn/browser',
      'react-easy-crop',
    ],
  },
  server: {
    host: '127.0.0.1',
    // Not the page /downloadInfo.
    proxy: {
      '^/(api|download|auth/v1|rest/v1|storage/v1|realtime/v1)/': { target: server, ws: true },
    },
  },
})
