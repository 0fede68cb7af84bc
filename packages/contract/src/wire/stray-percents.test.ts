import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeStrayPercents } from './stray-percents.ts'

for (const [url, encoded] of [
  ['/leagues/M%C3%BCnchen', '/leagues/M%C3%BCnchen'],
  ['/a%20b%2Fc', '/a%20b%2Fc'],
  ['/100%', '/100%25'],
  ['/%zz/x', '/%25zz/x'],
  ['/%ff', '/%25ff'],
  ['/%FF%C3', '/%25FF%25C3'],
  ['/%C3%BC%', '/%C3%BC%25'],
  ['/50%?q=%&r=%zz?', '/50%25?q=%&r=%zz?'],
  ['', ''],
  ['?', '?'],
] as const) {
  test(`the path of ${JSON.stringify(url)} can be decoded`, () => {
    assert.equal(encodeStrayPercents(url), encoded)
    decodeURIComponent(encoded.split('?')[0] ?? '')
  })
}
