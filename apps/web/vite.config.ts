import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { describeNotices, findNotices, readNotice } from '@pitboard/notices/notices'
import { bundledFiles } from './bundled-files.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'
import { preactBuilds, preactForReact } from './preact-build.ts'

/**
 * This many parts of the site need a module that is in a chunk with others of its kind. A part is what `import()`
 * names.
 */
const COMMON_SHARE = 9

/** Forms need these modules, and pages to read do not. */
const EDITING = /apps\/web\/src\/(changes|ui\/forms)\//

/** The parts of live pages are many, and no form needs what they share. */
const RACE = /apps\/web\/src\/(features\/(race|live|outlook|timing-tower)\/|timing\/weather-icon)/

// The bundler decides which chunk a module is in: one that is shared is alone or with others that the
// same pages share. Small modules that many pages share would be dozens of requests, and on a phone a
// request costs more than its bytes: they are a few chunks. Such a chunk comes whole to each page
// that needs a part of it, so a folder named here holds what is used together.
const GROUPS = [
  { name: 'shared', tags: ['$initial' as const], minShareCount: 2, priority: 1 },
  { name: 'editing', test: EDITING, minShareCount: COMMON_SHARE },
  {
    name: 'common',
    // The library of dialogs and menus comes with the first one that is opened, and what shows a race with a race.
    test: (id: string) => !EDITING.test(id) && !RACE.test(id) && !id.includes('/@base-ui/'),
    minShareCount: COMMON_SHARE,
  },
  // This chunk shows a race on the landing page, on live pages and in replays; `live` is what only the latter two share.
  {
    name: 'race',
    test: /apps\/web\/src\/features\/(race|timing-tower\/table)\//,
    minShareCount: 2,
  },
  // What the landing page shows a race with beside it: alone, each of these is a request that its tower waits for.
  {
    name: 'race-picture',
    test: /apps\/web\/src\/(pages\/landing\/(race-picture|replay-race-picture|use-latest-race)|features\/(race-preview\/(play-)?replay\.ts|track-map\/(map-view|track-picture)))/,
    priority: 2,
  },
  // The landing page follows a race too, without the panels of the live page.
  {
    name: 'live-socket',
    test: /(features\/live\/live-(socket|receiver)|contract\/src\/live\/live-(apply|columns|protocol))\.ts$/,
    priority: 2,
  },
  {
    name: 'live',
    test: /apps\/web\/src\/(features\/(live|timing-tower)|pages\/live)\//,
    minShareCount: 2,
  },
]

const server = process.env.PITBOARD_SERVER ?? 'http://127.0.0.1:8080'

const bundled = bundledFiles()
/** The build tools write this into the files themselves. */
const BUILD_TOOLS = ['rolldown', 'tailwindcss', 'vite']

function describeBundled(): string {
  const modules = join(import.meta.dirname, '../../node_modules')
  const tools = BUILD_TOOLS.map((name) => readNotice(join(modules, name)))
  return describeNotices('The Pitboard web app', [...findNotices(bundled.files), ...tools])
}

export default defineConfig({
  plugins: [bundled.plugin, preactForReact(), endpointsWithoutSchemas(), react(), tailwindcss()],
  builder: {
    async buildApp({ config: { root, build }, environments, build: buildOne }) {
      for (const environment of Object.values(environments)) await buildOne(environment)
      writeFileSync(join(root, build.outDir, 'third-party-notices.txt'), describeBundled())
    },
  },
  environments: preactBuilds,
  build: {
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Browsers have preloaded modules themselves since 2023.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page loads the list of all chunks; hashes are the part of it that compresses least.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: GROUPS,
        },
      },
    },
  },
  // They are fetched late: found only then, the development server would reload the page.
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
    // The slash at the end of the pattern keeps the page /downloadInfo out.
    proxy: {
      '^/(api|download|auth/v1|rest/v1|storage/v1|realtime/v1)/': { target: server, ws: true },
    },
  },
})
