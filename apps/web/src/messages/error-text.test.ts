import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiException } from '@pitboard/contract/wire/client'
import { errorText } from './error-text.ts'
import { de } from '../testing/text.ts'

function refused(status: number): ApiException {
  const detail = 'Said in English.'
  const result = { type: '/problems/x', title: 'Bad', status, detail, instance: '/' }
  return new ApiException('A server side error occurred.', {
    status,
    body: '',
    headers: new Headers(),
    result,
  })
}

test('an error is worded by its kind in the language of the reader, never as it was thrown', () => {
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  const unexpected = de('ui.unexpected')
  for (const [error, text] of [
    ...[400, 401, 403, 404, 413, 429, 500, 503].map((status) => [refused(status), null] as const),
    [refused(418), unexpected],
    [new Error('Cannot read properties of undefined'), unexpected],
    ['thrown text', unexpected],
    [new TypeError('Failed to fetch'), de('ui.notReached')],
    [new TypeError('Load failed'), de('ui.notReached')],
    [new TypeError('x is not a function'), unexpected],
    [
      new TypeError('Failed to fetch dynamically imported module: https://a/assets/b.js'),
      de('ui.notLoaded'),
    ],
    [new TypeError('Importing a module script failed.'), de('ui.notLoaded')],
  ] as const) {
    const shown = errorText(error, de)
    if (text === null) assert.notEqual(shown, unexpected)
    else assert.equal(shown, text)
    assert.doesNotMatch(shown, /English|error occurred|Failed|properties|thrown/)
  }
})
