import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeLifetime } from './certificate-lifetime.ts'

const HOUR_MS = 60 * 60 * 1000

function after(hours: number, ofHours: number) {
  return judgeLifetime({ fromMs: 0, toMs: ofHours * HOUR_MS, nowMs: hours * HOUR_MS })
}

test('a certificate should have been renewed when little of its own life is left', () => {
  const judged = [
    after(1, 12),
    after(11, 12),
    after(4 * 24, 6 * 24),
    after(5.5 * 24, 6 * 24),
    after(60 * 24, 90 * 24),
    after(80 * 24, 90 * 24),
    after(345 * 24, 365 * 24),
    after(355 * 24, 365 * 24),
  ].map(({ state, text }) => [state, text])
  assert.deepEqual(judged, [
    ['good', 'the certificate is valid for 11 hours'],
    ['advice', 'the certificate ends in 1 hours'],
    ['good', 'the certificate is valid for 2 days'],
    ['advice', 'the certificate ends in 12 hours'],
    ['good', 'the certificate is valid for 30 days'],
    ['advice', 'the certificate ends in 10 days'],
    ['good', 'the certificate is valid for 20 days'],
    ['advice', 'the certificate ends in 10 days'],
  ])
})
