import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = 'apps/web/src'

/** A feature of the web app never imports a feature, except those that it extends. */
const EXTENDED: Readonly<Record<string, readonly string[]>> = {
  attendance: ['season'],
  calendar: ['recordings', 'season'],
  coaching: ['compare'],
  'driver-panel': ['live', 'race'],
  'driver-home': ['season'],
  drivers: ['season'],
  engineer: ['live', 'outlook', 'race', 'race-control'],
  'league-editor': ['leagues'],
  live: ['race'],
  'manual-result': ['calendar', 'import', 'season'],
  'my-sessions': ['session'],
  outlook: ['live', 'race'],
  points: ['import', 'season'],
  'race-control': ['race'],
  'race-preview': ['race'],
  'recorder-keys': ['security'],
  recordings: ['drivers', 'season'],
  roster: ['import', 'season'],
  'season-editor': ['points', 'roster', 'season', 'stewards'],
  'session-charts': ['session'],
  'session-story': ['session'],
  'sign-ups': ['season'],
  standings: ['season'],
  stewards: ['season'],
  'time-bar': ['live', 'race'],
  'timed-laps': ['live', 'outlook', 'race', 'time-bar'],
  'timing-tower': ['live', 'race'],
  'track-map': ['race'],
}

interface Import {
  readonly file: string
  readonly target: string
}

/** Returns what production files import, relative paths from the sources' root. */
function readImports(folder: string): Import[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: posix.join(ROOT, SOURCE) })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(posix.join(ROOT, SOURCE, file), 'utf8')
      return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
        ([, specifier = '']) => ({
          file,
          target: specifier.startsWith('.')
            ? posix.join(posix.dirname(file), specifier)
            : specifier,
        }),
      )
    })
}

function featureOf(path: string): string | undefined {
  const [folder, feature] = path.split('/')
  return folder === 'features' ? feature : undefined
}

test('a feature imports no feature but those that it extends', () => {
  const used = new Map<string, Set<string>>()
  const others = readImports('features').filter(({ file, target }) => {
    const [from = '', to] = [featureOf(file), featureOf(target)]
    if (to === undefined || to === from) return false
    used.set(from, (used.get(from) ?? new Set()).add(to))
    return !EXTENDED[from]?.includes(to)
  })
  assert.deepEqual(
    others.map(({ file, target }) => `${file} imports ${target}`),
    [],
  )
  const unused = Object.entries(EXTENDED).flatMap(([from, names]) =>
    names.filter((name) => !used.get(from)?.has(name)).map((name) => `${from}: ${name}`),
  )
  assert.deepEqual(unused, [], 'these extend each other no more')
})

test('the components of the user interface know of our packages only how calls fail, and the languages', () => {
  const allowed = ['@pitboard/contract/wire/client', '@pitboard/contract/words/languages']
  const known = readImports('ui').filter(
    ({ target }) => target.startsWith('@pitboard/') && !allowed.includes(target),
  )
  assert.deepEqual(known, [])
})

test('patterns of the linter have no lookaround, with which they match nothing', () => {
  const lint = readFileSync(posix.join(ROOT, '.oxlintrc.json'), 'utf8')
  assert.deepEqual(lint.match(/.*"regex": .*\(\?[=!<].*/g), null)
})
