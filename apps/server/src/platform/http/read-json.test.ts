import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeExcess, readJson } from './read-json.ts'

const TOO_DEEP = 'nests deeper than 64 levels'
const TOO_WIDE = 'has more than 10000 values'

function nest(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

/** Writes a list with that many values in all: the list itself is one, the others are numbers. */
function list(values: number): string {
  return `[${'1,'.repeat(values - 2)}1]`
}

for (const { name, json, excess } of [
  { name: '64 levels', json: nest(64), excess: null },
  { name: '65 levels', json: nest(65), excess: TOO_DEEP },
  { name: '65 levels that never end', json: '{"a":'.repeat(65), excess: TOO_DEEP },
  { name: 'brackets side by side', json: `[${'[],{},'.repeat(1_000)}1]`, excess: null },
  { name: 'brackets in a text', json: JSON.stringify('["\\{'.repeat(1_000)), excess: null },
  { name: '10,000 values', json: list(10_000), excess: null },
  { name: '10,001 values', json: list(10_001), excess: TOO_WIDE },
  {
    name: 'members count as elements do',
    json: `{${Array.from({ length: 10_000 }, (_, at) => `"m${at}":0`).join()}}`,
    excess: TOO_WIDE,
  },
  { name: 'empty lists count', json: `[${'[],'.repeat(5_000)}[]]`, excess: TOO_WIDE },
  { name: 'commas in a text', json: JSON.stringify(','.repeat(20_000)), excess: null },
]) {
  test(`JSON that is too deep or too wide is refused before it is parsed: ${name}`, () => {
    assert.equal(describeExcess(Buffer.from(json)), excess)
    if (excess === null) assert.deepEqual(readJson(Buffer.from(json)), JSON.parse(json))
    else assert.throws(() => readJson(Buffer.from(json)), { kind: 'content', message: excess })
  })
}

test('a caller may allow more values', () => {
  assert.equal(describeExcess(Buffer.from(list(100_000)), 100_000), null)
  assert.equal(describeExcess(Buffer.from(list(100_001)), 100_000), 'has more than 100000 values')
})

test('a member that its object has twice is refused, however its name is written', () => {
  for (const json of ['{"a":1,"a":2}', String.raw`[{"b":{"a":[1],"\u0061":2}}]`]) {
    const refused = { kind: 'content', message: 'has a member twice: a' }
    assert.throws(() => readJson(Buffer.from(json)), refused, json)
  }
  const other = { kind: 'content', message: 'has a member twice: Zoë' }
  assert.throws(() => readJson(Buffer.from('{"Zoë":1,"b":"ë\\"","Zoë":2}')), other)
  const sound = '{"a":[{"a":1},{"a":"a"},"a","a"],"b":{"a":{"a":{}}},"":"a","c":[],"A":1}'
  assert.deepEqual(readJson(Buffer.from(sound)), JSON.parse(sound))
})
