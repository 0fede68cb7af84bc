import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, suite, test } from 'node:test'
import fc from 'fast-check'
import { accentText, contrastRatio, parseHex, readableColour, textOn } from './readable-colour.ts'

/** WCAG 2.2 sets these in 1.4.3 for text, in 1.4.11 for graphics and the borders of controls. */
const TEXT = 4.5
const GRAPHICS = 3

const STYLES = new URL('../ui/styles/', import.meta.url)
const css = readFileSync(new URL('tokens.css', STYLES), 'utf8')
const dark = readTokens('tokens.css')
const THEMES = { dark, light: new Map([...dark, ...readTokens('light-theme.css')]) }
const SURFACES = ['page', 'panel', 'stripe', 'raised']

const colours = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

/** These colours cannot be read as they are. */
const FAINT: Readonly<Record<string, readonly string[]>> = {
  dark: ['#000080', '#8b0000', '#1b5e20', '#4a148c'],
  light: ['#ffb347', '#7fd4ff', '#b6ff9e', '#ffe100'],
}

for (const [theme, tokens] of Object.entries(THEMES)) {
  suite(`${theme} colours`, () => {
    before(() => {
      Object.assign(globalThis, { document: { documentElement: { dataset: { theme } } } })
    })
    after(() => void Reflect.deleteProperty(globalThis, 'document'))
    const assertContrast = checkContrast.bind(null, tokens)

    describe('text on every surface of the page', () => {
      const texts = [
        'text',
        'muted',
        'faint',
        'primary',
        'secondary',
        'good',
        'bad',
        'session-best',
        'personal-best',
        'slower',
        'invalid',
        'in-pit',
        'out-lap',
        'tyre-soft',
        'tyre-medium',
        'tyre-hard',
        'tyre-intermediate',
        'tyre-wet',
        'tyre-unknown',
        'tyre-dry',
        'tyre-super-soft',
        'medal-gold',
        'medal-silver',
        'medal-bronze',
        'result-points',
        'result-none',
        'result-dnf',
        'result-dsq',
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
        ...['good', 'bad', 'in-pit', 'text'].map((fill) => ['page', fill] as const),
        ...['secondary-fill', 'medal-gold-fill', 'flag-yellow-fill'].map(
          (fill) => ['ink', fill] as const,
        ),
      ] as const
      for (const [text, fill] of fills) {
        test(`${text} on ${fill}`, () => assertContrast(text, fill, TEXT))
      }
    })

    test('the road of a map stands out from its card', () => {
      assertContrast('road', 'panel', GRAPHICS)
    })

    test('the border of a field stands out from the field and from every surface', () => {
      for (const surface of SURFACES) assertContrast('control', surface, GRAPHICS)
    })

    test('the focus ring stands out from every surface', () => {
      for (const surface of SURFACES) assertContrast('secondary', surface, GRAPHICS)
    })

    test("a team's colour stands out, whatever the game sends", () => {
      fc.assert(
        fc.property(colours, (hex) => {
          const shown = parseHex(readableColour(hex)) ?? []
          for (const surface of SURFACES) {
            assert.ok(
              contrastRatio(shown, tokens.get(surface) ?? []) >= GRAPHICS,
              `${hex} ${surface}`,
            )
          }
        }),
      )
    })

    test('the accent of a league can be read as text on every surface and on the tint of its hero', () => {
      const tint = Number(/var\(--accent\) (\d+)%, transparent/.exec(css)?.[1]) / 100
      const panel = tokens.get('panel') ?? []
      fc.assert(
        fc.property(colours, (hex) => {
          const accent = parseHex(hex) ?? []
          const shown = parseHex(accentText(hex)) ?? []
          const tinted = panel.map((part, index) => part + ((accent[index] ?? 0) - part) * tint)
          const surfaces = SURFACES.map((surface) => tokens.get(surface) ?? [])
          for (const surface of [...surfaces, tinted]) {
            assert.ok(contrastRatio(shown, surface) >= TEXT - 0.05, `${hex} on ${String(surface)}`)
          }
          const isReadable = [...surfaces, tinted].every(
            (on) => contrastRatio(accent, on) >= TEXT + 0.05,
          )
          if (isReadable) assert.equal(accentText(hex), hex)
        }),
      )
    })

    test('what is lightened or darkened stays in its hue', () => {
      for (const hex of FAINT[theme] ?? []) {
        const [before, after] = [hex, accentText(hex)].map((colour) => parseHex(colour) ?? [])
        assert.notDeepEqual(after, before)
        assert.deepEqual(order(after), order(before), hex)
      }
    })

    test('the initials of a league can be read on its accent', () => {
      fc.assert(
        fc.property(colours, (hex) => {
          const ratio = contrastRatio(parseHex(textOn(hex)) ?? [], parseHex(hex) ?? [])
          assert.ok(ratio >= TEXT, `${hex}: ${ratio}`)
        }),
      )
    })
  })
}

test('black on white is 21 to 1', () => {
  assert.equal(contrastRatio([0, 0, 0], [255, 255, 255]), 21)
})

function readTokens(file: string): Map<string, readonly number[]> {
  const text = readFileSync(new URL(file, STYLES), 'utf8')
  const found = text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)
  return new Map([...found].map(([, name = '', hex = '']) => [name, parseHex(hex) ?? []]))
}

/** Orders the channels from the strongest to the weakest. */
function order(rgb: readonly number[] = []): number[] {
  return [0, 1, 2].toSorted((a, b) => (rgb[b] ?? 0) - (rgb[a] ?? 0))
}

function checkContrast(
  tokens: ReadonlyMap<string, readonly number[]>,
  name: string,
  surface: string,
  least: number,
): void {
  const [colour, below] = [tokens.get(name), tokens.get(surface)]
  assert.ok(colour && below, `${name} or ${surface} is no token`)
  const ratio = contrastRatio(colour, below)
  assert.ok(ratio >= least, `${name} on ${surface}: ${ratio.toFixed(2)}`)
}
