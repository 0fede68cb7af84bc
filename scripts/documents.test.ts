import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Commands create these folders. */
const CREATED = ['node_modules', 'dist', 'artefacts', 'data', 'reports', '.git']
const CREATED_PATH = /^(apps\/recorder\/dist|packages\/client\/dist|e2e\/artefacts)/

test('files and folders that documents name exist', () => {
  const files = globSync('**/*', { cwd: ROOT, exclude: (name) => CREATED.includes(name) }).map(
    (file) => file.replaceAll('\\', '/'),
  )
  const documents = files.filter((file) => extname(file) === '.md')
  assert.ok(documents.length > 0)
  const missing = documents.flatMap((document) =>
    listNames(document)
      .filter((name) => !CREATED_PATH.test(name) && !files.some((file) => isAt(file, name)))
      .map((name) => `${document}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('a decision says after its title whether it holds, and since when', () => {
  const folder = join(ROOT, 'docs/decisions')
  const unclear = readdirSync(folder).filter(
    (file) =>
      !/^# \d{3} .+\n\nStatus: (?:accepted|superseded by .+), \d{4}-\d{2}-\d{2}\n/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
  )
  assert.deepEqual(unclear, [])
})

/** ARCHITECTURE names the folders of these below the row of their own. */
const NAMED_WITHIN: Readonly<Record<string, string>> = {
  'apps/recorder/src': '`apps/recorder`',
  'apps/server/src/accounts': '`apps/server/src/accounts`',
  'apps/server/src/championship': '`apps/server/src/championship`',
  'apps/server/src/platform': '`apps/server/src/platform`',
  'apps/server/src/racing': '`apps/server/src/racing`',
  'apps/server/src/site': '`apps/server/src/site`',
  'apps/web/src': '`apps/web/src`',
  'packages/analysis/src': '`packages/analysis`',
  'packages/contract/src': '`packages/contract`',
  'packages/telemetry/src': '`packages/telemetry`',
  scripts: '`scripts`',
  'sim/src': '`sim`',
}

test('ARCHITECTURE names every folder of two levels, and no other', () => {
  const [, folders = ''] = /\n## Folders\n([^#]*)/.exec(
    readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'),
  ) ?? ['', '']
  const parts = folders.split(/^\| (?=`)/m)
  for (const [folder, title] of Object.entries(NAMED_WITHIN)) {
    const part = parts.find((each) => each.startsWith(`${title} `)) ?? ''
    const named = part.split('\n').flatMap((line) => {
      const [cell = ''] = line.startsWith('| —') ? line.slice(3).split('|') : []
      return Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name = '']) => name)
    })
    const present = readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name)
    assert.deepEqual(named.toSorted(), present.toSorted(), folder)
  }
})

/** Lists the files that a document links, and the paths and sources that it mentions. */
function listNames(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) => join(dirname(document), link))
    .filter((link) => extname(link) !== '')
  const names = [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^(apps|bench|docs|e2e|packages|scripts|sim)\//.test(name) || isSource(name))
  return [...links, ...names]
}

/** Returns whether it is a source that a document may name by the end of its path, other than a template of a name. */
function isSource(name: string): boolean {
  return /\w\.(ts|tsx|mjs)$/.test(name) && !/YYYY|20xx/.test(name)
}

function isAt(file: string, name: string): boolean {
  return (
    file === name || file.endsWith(`/${name}`) || file.startsWith(`${name.replace(/\/$/, '')}/`)
  )
}
