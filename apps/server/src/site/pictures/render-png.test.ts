import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../platform/http/api-error.ts'
import { renderPng } from './render-png.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

const NETWORK = '192.0.2.1'

test('a hundred pictures at once are made one after the other, and too many are refused', async () => {
  const asked = Array.from({ length: 150 }, () => renderPng(SVG, false, NETWORK))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  assert.equal(refused.length, 20)
  for (const reason of refused) {
    assert.ok(reason instanceof ApiError)
    assert.deepEqual([reason.status, reason.headers['retry-after']], [503, '5'])
  }
  assert.ok((await renderPng(SVG, false, NETWORK)).length > 0)
})
