import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { parseAst } from 'rolldown/parseAst'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What stands in the way of a first reading, with what to write instead. */
const UNWANTED: readonly (readonly [RegExp, string])[] = [
  [/\b(told|tells?)\b/gi, 'notify, report, publish, distinguish'],
  [/\banew\b/gi, 'again, re-…'],
  [/\b(whoever|whose)\b/gi, 'a user who, the owner'],
  [/\b(kept|keeps)\b/gi, 'stored, cached, retained'],
  [/\b(given|takes?|taken|took) back\b/gi, 'restore, undo, revert'],
  [/\baside\b/gi, 'quarantine, separate'],
  [/\bis none\b|\bis no\b(?! (longer|more|less)\b)/gi, 'is not a, does not'],
  [/\bwhat of\b/gi, 'a plain sentence'],
  [/\b(said|heard)\b/gi, 'reported, received'],
  [/\bby itself\b/gi, 'automatically'],
  [/\bfor ever\b/gi, 'permanently'],
  [/\b(he|him|his)\b/gi, 'they, their'],
]
const SOURCES: Readonly<Record<string, 'ts' | 'tsx' | 'js'>> = {
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.mjs': 'js',
}
const DOCUMENTS = ['.md']
/** German texts, and legal texts in the words of the law. */
const EXEMPT = /(^|\/)(de|legal)\/|\.de\.|impressum|privacy|\btos\b/

/** Folders that commands create. */
const BUILT = /^(apps\/recorder\/dist|e2e\/artefacts)/
/** Names of the API and of folders on disk, which documents quote. */
const FIXED_NAMES = /`kept`|\/aside\//g

/** Everything of these is free of such words. */
const FOLDERS: readonly string[] = [
  'apps/recorder',
  'apps/server',
  'apps/web',
  'bench',
  'e2e',
  'packages',
  'scripts',
  'sim',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
]

for (const folder of FOLDERS) {
  test(`${folder}: names, comments and documents use plain words`, () => {
    const files = execFileSync('git', ['ls-files', '--', folder], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((file) => extname(file) in SOURCES || DOCUMENTS.includes(extname(file)))
      .filter((file) => !EXEMPT.test(file))
    assert.ok(files.length > 0)
    assert.deepEqual(files.flatMap(findUnwanted), [])
  })
}

test('files and folders that documents name exist', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const documents = tracked.filter((file) => extname(file) === '.md')
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => join(dirname(document), link))
      .filter((link) => extname(link) !== '')
    const names = [...text.matchAll(/`([\w./-]+)`/g)]
      .map(([, name = '']) => name)
      .filter(
        (name) => /^(apps|bench|docs|e2e|packages|scripts|sim)\//.test(name) || isSource(name),
      )
    return [...links, ...names]
      .filter((name) => !BUILT.test(name) && !tracked.some((file) => isAt(file, name)))
      .map((name) => `${document}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

/** A source that a document may name by the end of its path, other than a template of a name. */
function isSource(name: string): boolean {
  return /\w\.(ts|tsx|mjs)$/.test(name) && !/YYYY|20xx/.test(name)
}

function isAt(file: string, name: string): boolean {
  return (
    file === name || file.endsWith(`/${name}`) || file.startsWith(`${name.replace(/\/$/, '')}/`)
  )
}

test('the check reads names and comments, and not the texts that a program handles', () => {
  const source = `// Whoever comes\nconst keptRows = 'he said' // what it tells\n`
  assert.deepEqual(
    find(withoutTexts(source, 'ts'))
      .map(({ word }) => word)
      .toSorted((a, b) => a.localeCompare(b)),
    ['kept', 'tells', 'Whoever'],
  )
})

function findUnwanted(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const lang = SOURCES[extname(file)]
  const own = find(splitNames(file)).map(({ word }) => `${file}: "${word}" in its name`)
  const inside = find(lang ? withoutTexts(text, lang) : text.replace(FIXED_NAMES, '')).map(
    ({ word, line, instead }) => `${file}:${line} "${word}" (${instead})`,
  )
  return [...own, ...inside]
}

function find(text: string): { word: string; line: number; instead: string }[] {
  return UNWANTED.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
      word,
      line: text.slice(0, index).split('\n').length,
      instead,
    })),
  ).toSorted((a, b) => a.line - b.line)
}

/** The source with its string literals emptied and its names split into words. */
function withoutTexts(source: string, lang: 'ts' | 'tsx' | 'js'): string {
  const ranges: [number, number][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && isText(node) && 'start' in node && 'end' in node) {
      ranges.push([Number(node.start), Number(node.end)])
      return
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(source, { lang }))
  let rest = source
  for (const [start, end] of ranges.toSorted(([a], [b]) => b - a)) {
    rest = rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end)
  }
  return splitNames(rest)
}

function isText({ type }: { readonly type?: unknown }): boolean {
  return type === 'Literal' || type === 'TemplateElement' || type === 'JSXText'
}

/** camelCase, kebab-case and CONSTANT_CASE as words. */
function splitNames(text: string): string {
  return text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')
}
