import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matches } from './search-groups.ts'

const FACTS = ['São Paulo', 'Race', 'Max_33', null]

test('every word has to be there, in either case, accents or not', () => {
  for (const found of ['sao', 'PAULO race', 'max_33', 'ão', '  race  são ']) {
    assert.ok(matches(found, FACTS), found)
  }
  for (const absent of ['monza', 'sao monza', '%', '.*', 'null']) {
    assert.ok(!matches(absent, FACTS), absent)
  }
})
