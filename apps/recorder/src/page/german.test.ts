import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { pageFiles } from './page-files.ts'

const names: { german?: Record<string, string> } = {}
runInNewContext(pageFiles.german, names)
const german = names.german ?? {}

// Names, signs and examples, which are the same in every language.
const sameEverywhere = new Set(['Pitboard', 'Pitboard recorder', '–', '0', '127.0.0.1:20778'])

const inScript = Array.from(pageFiles.js.matchAll(/say\(\s*'([^']+)'/g), ([, text = '']) => text)
const inPage = [
  ...Array.from(pageFiles.html.matchAll(/>([^<>]+)</g), ([, text = '']) => text),
  ...Array.from(pageFiles.html.matchAll(/placeholder="([^"]+)"/g), ([, text = '']) => text),
]
  .map((text) => text.trim().replaceAll(/\s+/g, ' '))
  .filter((text) => text !== '' && !sameEverywhere.has(text) && !/^(https:|0190)/.test(text))

test('every text of the page is there in German, and nothing else', () => {
  assert.ok(inScript.length > 20 && inPage.length > 20)
  assert.deepEqual(new Set(Object.keys(german)), new Set([...inScript, ...inPage]))
})

test('a German text fills in the same names as the English one', () => {
  for (const [english, translated] of Object.entries(german)) {
    assert.deepEqual(namesIn(translated), namesIn(english), english)
  }
})

test('the script shows no text outside the catalogue', () => {
  assert.doesNotMatch(pageFiles.js, /(confirm|button|setText\('[\w-]+',) ?\(?['`][A-Za-z]/)
})

function namesIn(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted()
}
