import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeWire } from './describe-wire.ts'

const SNAPSHOT = join(import.meta.dirname, '../../packages/contract/snapshot')
const SHOWN_LINES = 20

for (const [file, text] of Object.entries(await describeWire())) {
  test(`the wire is what ${file} says; "npm run wire-snapshot" writes a change that is meant`, () => {
    const committed = readFileSync(join(SNAPSHOT, file), 'utf8').split('\n')
    const present = text.split('\n')
    const at = present.findIndex((line, index) => line !== committed[index])
    const from = at === -1 ? Math.min(present.length, committed.length) : at
    assert.deepEqual(
      present.slice(from, from + SHOWN_LINES),
      committed.slice(from, from + SHOWN_LINES),
      `from line ${from + 1} on`,
    )
  })
}

test('a text that is longer than a line is in the wire as well', async () => {
  for (const text of Object.values(await describeWire())) assert.doesNotMatch(text, /^ *- $/mu)
})
