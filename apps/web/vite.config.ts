import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'

// A part that is listed here and used by one that is not would come with every page.
const FORMS =
  /\/(@base-ui|@floating-ui|@simplewebauthn|tabbable|reselect)\/|\/src\/(features\/(account|profile|recorder-keys|security)|auth\/service|ui\/(checkbox|code-field|confirm-dialog|copy-button|copy-field|dialog|field|file-picker|form|input|item-list|menu|password-field|select|switch|tabs|text-area|text-field))\b/
// What only the pages of leagues and seasons share.
const ORGANISER =
  /\/src\/(changes|features\/(leagues|seasons))\/|\/src\/pages\/use-season\.|\/contract\/src\/(history|league|points|season|standings|track-names)/
// Of pages with long tables and lists, whose links are handed on; the timing tower has its own.
const TABLES =
  /\/src\/features\/sessions\/(classification|driver-label|session-name|own\/capture-button|charts\/(chart-box|line-width))\.|\/src\/features\/replay\/replay-moment\.|\/src\/ui\/(pagination|pages-shown|share-button|title-link|table\/(table|cell-look|column-choice|head-cell|kept-columns|sort-choice|sort-rows|table-row|table-tools)\.)/

// What the live page and a replay have and the landing page's race has not.
const LIVE =
  /\/src\/(features\/live\/(describe-event|event-feed|flag-banner|race-flag|weather-panel)|timing\/(format-seconds|penalty-words))\./

// What only pages share that are told what changes.
const TOLD = /\/src\/realtime\//
// Fetched once a page has loaded, by those that are told what changes, and by the sign-in library.
const REALTIME = /\/@supabase\/(node-fetch|realtime-js)\//
// What is read: help, legal texts, steps.
const READING = /\/src\/ui\/shell\/(disclosure|prose)\./

// Races that can be watched now: on the page of all and among what was found.
const CARDS = /\/src\/features\/live\/live-cards\./
// What shows a race: landing page, live pages and replays.
const TOWER =
  /\/src\/features\/live\/(?!apply-live-list|live-queries)|\/contract\/src\/(blank-session|live-apply|live-columns|live-events|live-protocol)\./

const server = process.env.PITBOARD_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [endpointsWithoutSchemas(), react(), tailwindcss(), compressAssets()],
  build: {
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Browsers preload modules themselves since 2023.
    modulePreload: { polyfill: false },
    // One part for what pages share, not dozens: on a phone each request costs more than its bytes.
    // Dialogs, menus and forms are a part of their own: most visits see none.
    rolldownOptions: {
      output: {
        advancedChunks: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
            { name: 'organiser', test: ORGANISER, minShareCount: 2, priority: 1 },
            { name: 'tables', test: TABLES, minShareCount: 2, priority: 1 },
            { name: 'live', test: LIVE, minShareCount: 2, priority: 2 },
            { name: 'cards', test: CARDS, minShareCount: 2, priority: 2 },
            { name: 'tower', test: TOWER, minShareCount: 2, priority: 1 },
            { name: 'reading', test: READING, minShareCount: 2, priority: 1 },
            { name: 'told', test: TOLD, minShareCount: 2, priority: 1 },
            { name: 'realtime', test: REALTIME, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  // Fetched late: found only then, the development server would load the page anew.
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
