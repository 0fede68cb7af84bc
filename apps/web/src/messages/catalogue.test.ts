import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stringsOf } from '../testing/source-strings.ts'
import {
  keysSaying,
  translationFaults,
  unusedKeys,
} from '@pitboard/contract/testing/catalogue-faults'
import { LANGUAGES } from '@pitboard/contract/words/languages'
import { lazyNamespaces, loadCatalogue } from './catalogue.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = ['analysis', 'contract'].map((name) =>
  fileURLToPath(new URL(`../../../../packages/${name}/src`, import.meta.url)),
)
const NOT_SHOWN =
  /^messages\/(?!error-text|refusal-text)|^testing\/|\/testing\/|\.test\.tsx?$|^pages\/dev-ui|\.d\.ts$|^startup-error\.ts$/
/** The names of the product, of languages in themselves, of keys, browsers and systems are the same everywhere. */
const SAME_EVERYWHERE = [
  'Pitboard',
  'English',
  'Deutsch',
  'Enter',
  'Esc',
  'Escape',
  'Arrow',
  'Infinity',
  'Bearer',
  'Firefox',
  'Edge',
  'Opera',
  'Samsung Internet',
  'Chrome',
  'Safari',
  'Node',
  'Android',
  'Windows',
  'Linux',
]

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !NOT_SHOWN.test(file))
  .map((file) => join(SOURCE, file))
const strings = files.flatMap((file) =>
  stringsOf(file, readFileSync(file, 'utf8')).map((string) => ({
    ...string,
    where: relative(SOURCE, file),
  })),
)

/** Keys are also built from names of packages, such as roles. */
function readSources(): string[] {
  const shared = PACKAGES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => join(folder, file)),
  )
  return [...files, ...shared].map((file) => readFileSync(file, 'utf8'))
}

function shownIn(code: string): string[] {
  return stringsOf('a.tsx', `const x = ${code}`)
    .filter(({ isShown }) => isShown)
    .map(({ value }) => value)
}

describe('what counts as a text', () => {
  for (const [code, texts] of [
    ['<p>go on</p>', ['go on']],
    ["<p>{ready ? 'go' : `wait ${n} s`}</p>", ['go', 'wait', 's']],
    ["<p>{n > 1 && 'many'}</p>", ['many']],
    ['<button aria-label="close" title={`go`} />', ['close', 'go']],
    ['<Field label="name" className="flex Flex" />', ['name']],
    ["['Nobody is driving.', 'Lap', 'lap', 'SOFT']", ['Nobody is driving.', 'Lap']],
    ["<p>{t('live.waiting')}</p>", []],
    ["<p>{kind === 'Race' && ' · 3:00'}</p>", []],
    ["() => { throw new Error('Not loaded') }", []],
    ["{ Race: 1, ['aria-label']: 2 }", []],
  ] as const) {
    test(`${code}: ${texts.length}`, () => assert.deepEqual(shownIn(code), texts))
  }
})

describe('every text is in the catalogue', () => {
  test('no text stands in the source', () => {
    const outside = strings
      .filter(({ isShown, value }) => isShown && !SAME_EVERYWHERE.includes(value))
      .map(({ where, line, value }) => `${where}:${line} ${JSON.stringify(value)}`)
    assert.deepEqual(outside, [])
  })

  test('every language has the same messages, with the same places for values', async () => {
    const english = await loadCatalogue('en', lazyNamespaces())
    for (const language of LANGUAGES) {
      const translated = await loadCatalogue(language, lazyNamespaces())
      assert.deepEqual(translationFaults(english, translated), [], language)
    }
  })

  for (const [language, otherWords] of [
    ['en', /(?<![\p{L}-])(mails?|e-mails?)(?!\p{L})/iu],
    ['de', /(?<![\p{L}-])(Mails?|E-?mails?)(?!\p{L})/u],
  ] as const) {
    test(`there is one word for e-mail: ${language}`, async () => {
      const catalogue = await loadCatalogue(language, lazyNamespaces())
      assert.deepEqual(keysSaying(catalogue, otherWords), [])
    })
  }

  test('every message is used', async () => {
    const used = new Set(strings.map(({ value }) => value))
    const words = new Set(readSources().flatMap((source) => source.match(/[\w-]+/g) ?? []))
    const english = await loadCatalogue('en', lazyNamespaces())
    assert.deepEqual(unusedKeys(english, used, words), [])
  })
})
