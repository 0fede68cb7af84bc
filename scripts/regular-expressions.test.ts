import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { before, test } from 'node:test'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { parseAst } from 'rolldown/parseAst'
import { getFirstConsumedChar } from 'regexp-ast-analysis'
import { analyse } from 'scslre'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A repetition of at most this many is a count, and has only a few ways to match. */
const REPEATED_OFTEN = 20
const LANGUAGES = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js' } as const

/** A pattern is put together there at run time; the text says why that takes linear time. */
const MADE_AT_RUN_TIME: Readonly<Record<string, string>> = {
  'apps/server/src/platform/http/csv.ts':
    'from constants of the file, one run of skipped characters each',
  'apps/web/src/features/calendar/calendar-dates.ts':
    'from constants, counts of at most two digits',
  'apps/web/src/features/calendar/calendar-times.ts':
    'from constants, counts of at most two digits',
  'apps/web/src/features/calendar/parse-calendar.ts': 'from a constant of the file',
  'apps/web/src/features/calendar/calendar-tracks.ts': 'from the names of tracks, escaped',
  'apps/web/src/features/security/recovery-codes.tsx': 'a bounded count of any character',
  'packages/contract/src/comparison/lap-reference.ts': 'fixed parts of bounded length',
}

const PASTED_LINE = 'a line of 300 characters that readers paste into their own browser'

/** These patterns are super-linear, and only for text that nobody else can send. */
const NOT_FOR_STRANGERS: Readonly<Record<string, string>> = {
  'apps/server/src/platform/config/config.ts /:[^@]*@/': "the operator's own setting",
  'apps/web/src/features/calendar/calendar-dates.ts /\\p{L}+(?=[.,]*$)/u': PASTED_LINE,
  'apps/web/src/features/calendar/parse-calendar.ts /[^\\p{L}\\d.!?)]+$/u': PASTED_LINE,
}

interface Found {
  readonly file: string
  readonly source: string
  readonly flags: string
}

const files = globSync('{apps,packages,sim,scripts,bench}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: (name) => name.endsWith('node_modules') || name.endsWith('dist'),
}).filter((file) => !/\.test\.tsx?$|\/web\/(page-tests|testing)\//.test(file))

function findIn(file: string): { literals: Found[]; isMadeAtRunTime: boolean } {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const literals: Found[] = []
  let isMadeAtRunTime = false
  const extension = extname(file)
  const lang =
    extension === '.tsx' ? LANGUAGES['.tsx'] : LANGUAGES[extension === '.ts' ? '.ts' : '.mjs']

  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && isPattern(node.regex)) {
      literals.push({ file, source: node.regex.pattern, flags: node.regex.flags })
      return
    }
    if ('callee' in node && isNamed(node.callee, 'RegExp')) isMadeAtRunTime = true
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(text, { lang }))
  return { literals, isMadeAtRunTime }
}

function isPattern(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name
}

function isSuperLinear({ source, flags }: { source: string; flags: string }): boolean {
  return analyse({ source, flags }).reports.length > 0 || repeatsAmbiguously(source, flags)
}

/**
 * Returns whether a repeated group has two alternatives that may begin with the same character: scslre leaves these
 * out. The rule is stricter than necessary, and easy to obey.
 */
function repeatsAmbiguously(source: string, flags: string): boolean {
  const { pattern, flags: parsedFlags } = new RegExpParser().parseLiteral(`/${source}/${flags}`)
  let isAmbiguous = false
  visitRegExpAST(pattern, {
    onQuantifierEnter({ max, element }) {
      if (max < REPEATED_OFTEN || !('alternatives' in element)) return
      const begins = element.alternatives.map((alternative) =>
        getFirstConsumedChar(alternative, 'ltr', parsedFlags),
      )
      isAmbiguous ||= begins.some((one, at) =>
        begins.slice(at + 1).some(({ char }) => !one.char.isDisjointWith(char)),
      )
    },
  })
  return isAmbiguous
}

let found: readonly { file: string; literals: Found[]; isMadeAtRunTime: boolean }[] = []
before(() => {
  found = files.map((file) => ({ file, ...findIn(file) }))
})

test('the check finds exponential, polynomial and quadratic patterns', () => {
  const slow = [
    /^(a|a)*$/,
    /^(?:\w|\d)*x/,
    /^\s*a?\s*$/,
    /\s+$/,
    /\s*(?:"((?:[^"\\]|\\.)*)"|([^,)]*))\s*(,|$)/sy,
  ]
  for (const pattern of slow) assert.equal(isSuperLinear(pattern), true, String(pattern))
  for (const pattern of [/^(a|b)*$/, /(?<!\s)\s+$/, /^"((?:[^"\\]|\\.)*)"$/s]) {
    assert.equal(isSuperLinear(pattern), false, String(pattern))
  }
})

test('no regular expression takes more than linear time', () => {
  const literals = found.flatMap((each) => each.literals)
  assert.ok(literals.length > 300, `${literals.length} were found`)
  const slow = literals
    .filter(isSuperLinear)
    .map(({ file, source, flags }) => `${file} /${source}/${flags}`)
    .filter((name) => !Object.hasOwn(NOT_FOR_STRANGERS, name))
  assert.deepEqual(slow, [], 'a stranger who chooses the text can stop the server with these')
})

test('a regular expression that is put together at run time is named here with a reason', () => {
  const made = found.filter(({ isMadeAtRunTime }) => isMadeAtRunTime).map(({ file }) => file)
  assert.deepEqual(made.toSorted(), Object.keys(MADE_AT_RUN_TIME).toSorted())
})
