import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PAGES, type PagePath } from '@pitboard/contract/site/pages'
import { ensureBuilt } from '../testing/builds.ts'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const MANIFEST = `${WEB}dist/.vite/manifest.json`
const FONTS_MAX = 80_000
const KILOBYTE = 1000

/** These are fetched with a page before it stands, beside its module and its texts. */
const BESIDE: Partial<Record<PagePath, readonly string[]>> = {
  '/': ['pages/landing/landing-picture.tsx', 'pages/landing/sample-picture.tsx'],
  '/leagues': ['routes/public-data.ts'],
  '/leagues/$leagueId': ['routes/public-data.ts'],
  '/seasons/$seasonId': ['routes/public-data.ts'],
  '/seasons/$seasonId/sign-up': ['routes/public-data.ts'],
  '/user/$userId': ['routes/public-data.ts'],
  '/search/$searchString': ['routes/public-data.ts'],
  '/sessions/$sessionId': [
    'routes/public-data.ts',
    'pages/session/session-view.tsx',
    ...texts('answers', 'result'),
  ],
}
const DASHBOARD = [
  'pages/dashboard/dashboard-layout.tsx',
  'routes/dashboard-data.ts',
  ...texts('account', 'dashboard'),
]
/** Each of these addresses shows this embed. */
const EMBEDS: Partial<Record<PagePath, string>> = {
  '/embed/seasons/$seasonId/drivers': 'standings-embed',
  '/embed/seasons/$seasonId/teams': 'standings-embed',
  '/embed/seasons/$seasonId/calendar': 'calendar-embed',
  '/embed/sessions/$sessionId': 'session-embed',
  '/embed/live/$sessionId': 'live-embed',
  '/embed/liveUser/$userId': 'live-embed',
}

const FRAMED = Object.entries(PAGES).flatMap(([path, page]) =>
  'module' in page
    ? [
        {
          path,
          maxKilobytes: page.maxKilobytes,
          isPublic: !('needsSignIn' in page),
          modules: [
            `pages/${page.module}.tsx`,
            ...texts(...page.texts),
            ...beside(path),
            ...('needsSignIn' in page ? DASHBOARD : []),
          ],
        },
      ]
    : [],
)
const REPLAY = {
  path: '/sessions/$sessionId?t=',
  maxKilobytes: 166,
  isPublic: true,
  modules: [
    'pages/session/session-page.tsx',
    'routes/public-data.ts',
    'pages/session/session-replay.tsx',
    ...texts('live', 'screen', 'replay'),
  ],
}
const FRAMED_AND_REPLAY = [...FRAMED, REPLAY]
const PUBLIC = FRAMED_AND_REPLAY.filter(({ isPublic }) => isPublic)

/** These pages are shown without the site's frame: in a stream, and in frames of other sites. */
const FRAMELESS = Object.entries(PAGES).flatMap(([path, page]) =>
  'shell' in page ? [{ path, ...page }] : [],
)

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

let manifest: Manifest = {}

before(async () => {
  for (const step of ['web', 'compressed'] as const) await ensureBuilt(step)
  manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
})

describe('compressed size of what a visitor loads', () => {
  for (const { path, modules, maxKilobytes } of FRAMED_AND_REPLAY) {
    test(`${path} is at most ${maxKilobytes} kB of JavaScript`, () => {
      assertSize(filesOf(...modules), maxKilobytes)
    })
  }

  test('no page loads the library behind dialogs and menus before one is opened', () => {
    for (const { modules } of FRAMED_AND_REPLAY) {
      for (const file of filesOf(...modules)) {
        assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('base-ui'), file)
      }
    }
  })

  test('no page loads the schemas that the server checks by', () => {
    for (const { file } of Object.values(manifest).filter(({ file: name }) =>
      name.endsWith('.js'),
    )) {
      assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('~kind'), file)
    }
  })

  test('no page loads the sign-in library before somebody signs in', () => {
    for (const { modules } of PUBLIC) {
      for (const file of filesOf(...modules)) {
        assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('gotrue'), file)
      }
    }
  })

  test('the library that notifies pages of changes is loaded after them', () => {
    for (const { modules } of FRAMED_AND_REPLAY) {
      for (const file of filesOf(...modules)) {
        assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('phx_join'), file)
      }
    }
  })

  for (const { path, shell, texts: areas, maxKilobytes } of FRAMELESS) {
    test(`${path} is at most ${maxKilobytes} kB of JavaScript, without React and router`, () => {
      const preact: Manifest = JSON.parse(
        readFileSync(`${WEB}dist/.vite/${shell}-manifest.json`, 'utf8'),
      )
      const files = new Set<string>()
      const modules = [...embedsOf(path), ...texts('catalogue', ...areas)]
      for (const key of [`${shell}.html`, ...modules.map((module) => `src/${module}`)]) {
        collect(key, files, preact)
      }
      assertSize([...files], maxKilobytes)
      const sources = [...files].map((file) => readFileSync(`${WEB}dist/${file}`, 'utf8'))
      assert.ok(sources.every((source) => !/react\.dev\/errors|__TSR/.test(source)))
    })
  }

  test('every module and text of the page manifest is in the build', () => {
    const modules = Object.values(PAGES).flatMap((page) => [
      ...('module' in page ? [`src/pages/${page.module}.tsx`] : []),
      ...texts(...page.texts).map((file) => `src/${file}`),
    ])
    assert.deepEqual(
      modules.filter((module) => !(module in manifest)),
      [],
    )
  })

  test('the fonts that every page loads are at most 80 kB', () => {
    const assets = manifest['index.html']?.assets ?? []
    const fonts = assets.filter((file) => file.endsWith('.woff2') && !file.includes('latin-ext'))
    const bytes = fonts.reduce((sum, file) => sum + readFileSync(`${WEB}dist/${file}`).length, 0)
    assert.ok(fonts.length > 0 && bytes <= FONTS_MAX, `${bytes} bytes`)
  })
})

test('no two files of the build import each other: their imports would be undefined', () => {
  const cycles = Object.keys(manifest).filter((key) =>
    (manifest[key]?.imports ?? []).some((imported) => reaches(imported, key)),
  )
  assert.deepEqual(cycles, [])
})

function reaches(from: string, target: string, seen = new Set<string>()): boolean {
  if (from === target) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (manifest[from]?.imports ?? []).some((imported) => reaches(imported, target, seen))
}

function beside(path: string): readonly string[] {
  return Object.entries(BESIDE).find(([key]) => key === path)?.[1] ?? []
}

function embedsOf(path: string): string[] {
  const embed = Object.entries(EMBEDS).find(([key]) => key === path)?.[1]
  return embed === undefined ? [] : [`pages/embed/${embed}.tsx`]
}

function assertSize(files: readonly string[], maxKilobytes: number): void {
  // The server sends the Brotli version to every browser.
  const sizes = files.map((file) => statSync(`${WEB}dist/${file}.br`).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(bytes <= maxKilobytes * KILOBYTE, `${bytes} bytes in ${files.length} files`)
}

/** The German texts are the larger ones. */
function texts(...namespaces: string[]): string[] {
  return namespaces.map((namespace) => `messages/de/${namespace}.ts`)
}

function filesOf(...modules: string[]): string[] {
  const files = new Set<string>()
  collect('index.html', files)
  for (const module of [...modules, ...texts('catalogue')]) collect(`src/${module}`, files)
  return [...files]
}

function collect(key: string, files: Set<string>, from = manifest): void {
  const chunk = from[key]
  assert.ok(chunk, `the build has no ${key}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(imported, files, from)
}
