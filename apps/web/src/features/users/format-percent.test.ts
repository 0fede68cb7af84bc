import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPercent } from './format-percent.ts'

for (const [percent, locale, text] of [
  [-0.42, 'en', '−0.4%'],
  [1.25, 'en', '+1.3%'],
  [12, 'en', '+12.0%'],
  [0.04, 'en', '0.0%'],
  [-0.42, 'de', '−0,4 %'],
] as const) {
  test(`${percent} is written ${text}`, () => {
    assert.equal(formatPercent(percent, locale).replaceAll('\u00a0', ' '), text)
  })
}
