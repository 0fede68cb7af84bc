import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const MANIFEST = `${WEB}dist/.vite/manifest.json`
const FIRST_LOAD_MAX = 150_000
const LIVE_PAGE_MAX = 160_000
const FONTS_MAX = 80_000
const LANDING = ['landing/landing-page', 'landing/landing-picture', 'landing/sample-picture']

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

let manifest: Readonly<Record<string, Chunk>> = {}

before(() => {
  if (!existsSync(MANIFEST)) execFileSync('npm', ['run', 'build'], { cwd: WEB })
  manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
})

describe('compressed size of what a visitor loads', () => {
  for (const page of [
    'landing/landing-page',
    'leagues/league-page',
    'leagues/leagues-page',
    'live/live-list-page',
    'session/session-page',
  ]) {
    test(`the first load of ${page} is at most 150 kB of JavaScript`, () => {
      assert.ok(javascriptOf(page) <= FIRST_LOAD_MAX, `${javascriptOf(page)} bytes`)
    })
  }

  test('the landing page with the race that it fetches is at most 150 kB in all', () => {
    const bytes = javascriptOf(...LANDING)
    assert.ok(bytes <= FIRST_LOAD_MAX, `${bytes} bytes`)
  })

  test('who watches a race loads nothing of the library behind dialogs and menus', () => {
    for (const file of [...filesOf(...LANDING), ...filesOf('live/live-page')]) {
      assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('base-ui'), file)
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
    for (const page of [
      'landing/landing-page',
      'live/live-page',
      'session/session-page',
      'account-pages',
    ]) {
      for (const file of filesOf(page)) {
        assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('gotrue'), file)
      }
    }
  })

  test('what tells pages of changes comes after them', () => {
    for (const page of ['landing/landing-page', 'live/live-list-page', 'seasons/season-page']) {
      for (const file of filesOf(page)) {
        assert.ok(!readFileSync(`${WEB}dist/${file}`, 'utf8').includes('phx_join'), file)
      }
    }
  })

  test('the live page is at most 160 kB of JavaScript', () => {
    assert.ok(
      javascriptOf('live/live-page') <= LIVE_PAGE_MAX,
      `${javascriptOf('live/live-page')} bytes`,
    )
  })

  test('the fonts that every page loads are at most 80 kB', () => {
    const assets = manifest['index.html']?.assets ?? []
    const fonts = assets.filter((file) => file.endsWith('.woff2') && !file.includes('latin-ext'))
    const bytes = fonts.reduce((sum, file) => sum + readFileSync(`${WEB}dist/${file}`).length, 0)
    assert.ok(fonts.length > 0 && bytes <= FONTS_MAX, `${bytes} bytes`)
  })
})

test('no file of the build waits for one that waits for it: its imports would be undefined', () => {
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

function javascriptOf(...pages: string[]): number {
  return filesOf(...pages).reduce(
    (sum, file) => sum + gzipSync(readFileSync(`${WEB}dist/${file}`)).length,
    0,
  )
}

function filesOf(...pages: string[]): string[] {
  const files = new Set<string>()
  collect('index.html', files)
  for (const page of pages) collect(`src/pages/${page}.tsx`, files)
  // One language is loaded; the German one is the larger.
  collect('src/messages/de/catalogue.ts', files)
  return [...files]
}

function collect(key: string, files: Set<string>): void {
  const chunk = manifest[key]
  assert.ok(chunk, `the build has no ${key}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(imported, files)
}
