import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../..', import.meta.url))
/** These are the tokens, and the values that they have on paper and on light pages. */
const TOKENS = ['tokens', 'print', 'light-theme'].map((name) => `ui/styles/${name}.css`)
const NOT_OF_THE_SITE = /\.test\.tsx?$|(^|\/)testing\/|^pages\/dev-ui\/|^messages\//
/** Colours of teams are values that are stored. */
const VALUES = ['timing/team-colours.ts']
const COLOUR =
  /(?<![\w&])#(?:[\da-fA-F]{8}|[\da-fA-F]{6}|[\da-fA-F]{3,4})(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|[_,:'] ?(?:white|black)(?=[)';,])/g

function coloursIn(source: string): string[] {
  // The definition of a token for a part of the site does not count as use of a colour.
  const used = source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|--color-[\w-]+:[^;]*;/gm, '')
  return used.match(COLOUR) ?? []
}

test('the check finds colours, and nothing else', () => {
  const found = [
    "'#fff'",
    "'#1e9be0'",
    'rgb(0 0 0 / 0.2)',
    '_90%,white)',
    ': black;',
    'oklch(1 0 0)',
  ]
  for (const source of found) assert.equal(coloursIn(source).length, 1, source)
  const others = [
    '--color-line: #fff;',
    "'#decisions'",
    'href="#face-to-face"',
    '&#039;',
    'bg-white',
    "t('a.white')",
  ]
  for (const source of others) assert.deepEqual(coloursIn(source), [], source)
})

test('colours come from the tokens', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: SOURCE }).filter(
    (file) => !NOT_OF_THE_SITE.test(file) && !TOKENS.includes(file) && !VALUES.includes(file),
  )
  const written = files.flatMap((file) =>
    coloursIn(readFileSync(`${SOURCE}/${file}`, 'utf8')).map((colour) => `${file}: ${colour}`),
  )
  assert.deepEqual(written, [])
})
