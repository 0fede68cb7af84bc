import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { contrastRatio, parseHex, readableColour } from './readable-colour.ts'

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for graphics and the borders of controls. */
const TEXT = 4.5
const GRAPHICS = 3

const css = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
    name,
    parseHex(hex) ?? [],
  ]),
)
const SURFACES = ['page', 'panel', 'stripe', 'raised']

describe('text on every surface of the page', () => {
  const texts = [
    ...['text', 'muted', 'faint', 'primary', 'secondary', 'good', 'bad'],
    ...['session-best', 'personal-best', 'slower', 'invalid', 'in-pit', 'out-lap'],
    ...['tyre-soft', 'tyre-medium', 'tyre-hard', 'tyre-intermediate', 'tyre-wet', 'tyre-unknown'],
    ...['tyre-dry', 'tyre-super-soft'],
    ...['medal-gold', 'medal-silver', 'medal-bronze'],
    ...['result-points', 'result-none', 'result-dnf', 'result-dsq'],
  ]
  for (const name of texts) {
    test(`${name} can be read`, () => {
      for (const surface of SURFACES) assertContrast(name, surface, TEXT)
    })
  }
})

describe('what is filled can be read', () => {
  const fills = [
    ['white', 'primary-fill'],
    ['white', 'flag-red'],
    ...['secondary', 'good', 'bad', 'in-pit', 'text', 'medal-gold', 'flag-yellow'].map(
      (fill) => ['page', fill] as const,
    ),
  ] as const
  for (const [text, fill] of fills) {
    test(`${text} on ${fill}`, () => assertContrast(text, fill, TEXT))
  }
})

test('the road of a map stands out from its card', () => {
  assertContrast('road', 'panel', GRAPHICS)
})

test('the focus ring stands out from every surface', () => {
  for (const surface of SURFACES) assertContrast('secondary', surface, GRAPHICS)
})

test("a team's colour stands out, whatever the game sends", () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (...rgb) => {
      const hex = `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
      const shown = parseHex(readableColour(hex)) ?? []
      for (const surface of SURFACES) {
        assert.ok(contrastRatio(shown, tokens.get(surface) ?? []) >= GRAPHICS, `${hex} ${surface}`)
      }
    }),
  )
})

test('black on white is 21 to 1', () => {
  assert.equal(contrastRatio([0, 0, 0], [255, 255, 255]), 21)
})

function assertContrast(name: string, surface: string, least: number): void {
  const [colour, below] = [tokens.get(name), tokens.get(surface)]
  assert.ok(colour && below, `${name} or ${surface} is no token`)
  const ratio = contrastRatio(colour, below)
  assert.ok(ratio >= least, `${name} on ${surface}: ${ratio.toFixed(2)}`)
}
