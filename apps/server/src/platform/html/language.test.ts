import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from './page.ts'

test('the page is sent in the language that the browser prefers among ours', () => {
  const cases: readonly (readonly [header: string | undefined, language: 'en' | 'de'])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['fr-FR,de-CH;q=0.8,en;q=0.7', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['de;q=0.1, en;q=0.9', 'en'],
    ['de;q=0', 'en'],
    ['*', 'en'],
    [';;q=,,', 'en'],
  ]
  for (const [header, language] of cases) assert.equal(preferredLanguage(header), language, header)
})
