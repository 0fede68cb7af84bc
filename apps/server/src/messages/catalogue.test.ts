import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { translationFaults, unusedKeys } from '@pitboard/contract/testing/catalogue-faults'
import { CATALOGUE, TEXTS } from './catalogue.ts'

const SERVER = fileURLToPath(new URL('..', import.meta.url))
const CONTRACT = fileURLToPath(new URL('../../../../packages/contract/src', import.meta.url))

function readSources(folder: string): ReadonlyMap<string, string> {
  const files = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !/\.(test|fixture)\.ts$|^messages\/|^platform\/db\//.test(file),
  )
  return new Map(files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]))
}

const sources = readSources(SERVER)

test('both languages have the same messages, with the same places for values', () => {
  assert.deepEqual(translationFaults(CATALOGUE.en, CATALOGUE.de), [])
})

test('every message is used', () => {
  const code = [...sources.values()]
  const strings = new Set(
    code.flatMap((text) => Array.from(text.matchAll(/['`]([\w.]+)/g), ([, value = '']) => value)),
  )
  const shared = readSources(CONTRACT).values()
  const words = new Set([...code, ...shared].flatMap((text) => text.match(/\w+/g) ?? []))
  assert.deepEqual(unusedKeys(CATALOGUE.en, strings, words), [])
})

test('no text stands outside the catalogue: nothing else asks which language it is', () => {
  const asking = [...sources].filter(([, text]) =>
    /[=!]== '(de|en)'|(^|\{)\s*(de|en): /m.test(text),
  )
  // The addresses of pictures and the two words of a report's card name the language without a text.
  assert.deepEqual(asking.map(([file]) => file).toSorted(), [
    'championship/announcements/describe-announcement.ts',
    'site/pages/report-card.ts',
  ])
})

test('a message is in the language of its reader, and so are its numbers', () => {
  const values = { count: 1234.5, points: 1234.5 }
  assert.equal(TEXTS.en('counts.pointCount', values), '1,234.5 points')
  assert.equal(TEXTS.de('counts.pointCount', values), '1.234,5 Punkte')
})
