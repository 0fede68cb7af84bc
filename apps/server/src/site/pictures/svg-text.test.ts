import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Resvg } from '@resvg/resvg-js'
import { FONT_FILES } from './fonts.ts'
import { svgText, type TextStyle } from './svg-text.ts'

const STYLE = { x: 0, y: 200, size: 112, fill: '#fff' } satisfies TextStyle

function drawnWidth(text: string, style: Partial<TextStyle>): number {
  const line = svgText(text, { ...STYLE, ...style })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="300">${line}</svg>`
  const font = { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: 'Barlow' }
  return new Resvg(svg, { font }).innerBBox()?.width ?? 0
}

test('a line fills its place and is never wider, whatever its letters', () => {
  for (const text of [
    'W'.repeat(80),
    'il'.repeat(100),
    'Großer Preis von ŁÓDŹ '.repeat(9),
    'ЖЩΩ'.repeat(40),
  ]) {
    for (const style of [
      {},
      { family: 'Barlow', weight: 400 },
      { weight: 500, spacing: 2 },
    ] as const) {
      const width = drawnWidth(text, { ...style, widthMax: 1000 })
      assert.ok(
        width <= 1000 && width > 850,
        `${text.slice(0, 9)} ${JSON.stringify(style)}: ${width}`,
      )
    }
  }
})

test('what fits is not cut, and as large as it may be', () => {
  const narrow = svgText('Illimitable little lilies', { ...STYLE, widthMax: 1072 })
  assert.match(narrow, /font-size="112"/)
  assert.match(narrow, />Illimitable little lilies</)
})
