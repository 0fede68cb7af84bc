import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type FramelessPath, PAGES, type PagePath } from '@pitboard/contract/site/pages'

const WEB = fileURLToPath(new URL('..', import.meta.url))
/** Pages without the site's frame: of a stream, and in frames of other sites. */
const FRAMELESS = [
  {
    name: 'the overlay of a stream',
    shell: 'overlay',
    modules: framelessModules('/live/$sessionId/overlay'),
    max: 60_000,
  },
  {
    name: 'an embed of standings',
    shell: 'embed',
    modules: framelessModules('/embed/seasons/$seasonId/drivers', 'standings-embed'),
    max: 25_000,
  },
  {
    name: 'an embed of a result',
    shell: 'embed',
    modules: framelessModules('/embed/sessions/$sessionId', 'session-embed'),
    max: 25_000,
  },
  {
    name: 'an embed of a live tower',
    shell: 'embed',
    modules: framelessModules('/embed/live/$sessionId', 'live-embed'),
    max: 60_000,
  },
]
const MANIFEST = `${WEB}dist/.vite/manifest.json`
const FONTS_MAX = 80_000
const LANDING = [
  ...modulesOf('/'),
  'pages/landing/landing-picture.tsx',
  'pages/landing/sample-picture.tsx',
]
const SEASON = modulesOf('/seasons/$seasonId')
const SESSION = [
  ...modulesOf('/sessions/$sessionId'),
  'pages/session/session-view.tsx',
  ...texts('result'),
]
const REPLAY = [
  ...modulesOf('/sessions/$sessionId'),
  'pages/session/session-replay.tsx',
  ...texts('live', 'screen', 'replay'),
]

/** What a visitor loads before the page stands, with its texts, and how much that may be. */
const BUDGETS = [
  { page: 'landing, with the race that it fetches', modules: LANDING, max: 150_000 },
  { page: 'league', modules: modulesOf('/leagues/$leagueId'), max: 150_000 },
  { page: 'leagues', modules: modulesOf('/leagues'), max: 150_000 },
  { page: 'live list', modules: modulesOf('/live'), max: 150_000 },
  { page: 'live', modules: modulesOf('/live/$sessionId'), max: 160_000 },
  { page: 'login', modules: modulesOf('/login'), max: 150_000 },
  { page: 'season', modules: SEASON, max: 150_000 },
  { page: 'session', modules: SESSION, max: 150_000 },
  { page: 'replay', modules: REPLAY, max: 165_000 },
]

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

let manifest: Manifest = {}

before(() => {
  if (!existsSync(MANIFEST)) execFileSync('npm', ['run', 'build'], { cwd: WEB })
  manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
})

describe('compressed size of what a visitor loads', () => {
  for (const { page, modules, max } of BUDGETS) {
    test(`the page ${page} is at most ${max / 1000} kB of JavaScript`, () => {
      const bytes = filesOf(...modules)
        // As the server sends it to every browser.
        .map((file) => statSync(`${WEB}dist/${file}.br`).size)
        .reduce((sum, size) => sum + size, 0)
      assert.ok(bytes <= max, `${bytes} bytes`)
    })
  }

  test('no page of a visitor loads the library behind dialogs and menus', () => {
    for (const { modules } of BUDGETS) {
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
    for (const { modules } of BUDGETS) {
      for (const file of filesOf(...modules)) {
        assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('gotrue'), file)
      }
    }
  })

  test('the library that notifies pages of changes is loaded after them', () => {
    for (const file of [...LANDING, ...SEASON, ...modulesOf('/live')].flatMap((module) =>
      filesOf(module),
    )) {
      assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('phx_join'), file)
    }
  })

  for (const { name, shell, modules, max } of FRAMELESS) {
    test(`${name} is at most ${max / 1000} kB of JavaScript, without React and router`, () => {
      const preact: Manifest = JSON.parse(
        readFileSync(`${WEB}dist/.vite/${shell}-manifest.json`, 'utf8'),
      )
      const files = new Set<string>()
      for (const key of [`${shell}.html`, ...modules]) collect(key, files, preact)
      const sources = [...files].map((file) => readFileSync(`${WEB}dist/${file}`, 'utf8'))
      const bytes = sources.reduce((sum, source) => sum + gzipSync(source).length, 0)
      assert.ok(bytes <= max, `${bytes} bytes`)
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

function modulesOf(path: Exclude<PagePath, FramelessPath>): string[] {
  const { module, texts: areas } = PAGES[path]
  return [`pages/${module}.tsx`, ...texts(...areas)]
}

function framelessModules(path: FramelessPath, ...embeds: string[]): string[] {
  const modules = embeds.map((embed) => `src/pages/embed/${embed}.tsx`)
  const areas = texts('catalogue', ...PAGES[path].texts)
  return [...modules, ...areas.map((file) => `src/${file}`)]
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
