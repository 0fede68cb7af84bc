import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Within each of these no folder depends on itself through other folders. */
const TREES = [
  'apps/recorder/src',
  'apps/server/src',
  'apps/web/src',
  'packages/analysis/src',
  'packages/client/src',
  'packages/contract/src',
  'packages/telemetry/src',
  'sim/src',
]
const NOT_PRODUCTION = /\.(test|fixture)\.tsx?$|(^|\/)testing\//
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

interface Import {
  readonly from: string
  readonly to: string
  /** It says where it is written: file, line and target. */
  readonly place: string
}

/** Returns the relative imports of production files. */
function readImports(tree: string): Import[] {
  const files = globSync(`${tree}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (file) => !NOT_PRODUCTION.test(file),
  )
  // A file directly in the tree stands for itself, every other one for its folder.
  const nodeOf = (file: string) => (posix.dirname(file) === tree ? file : posix.dirname(file))
  return files.flatMap((file) => {
    const text = readFileSync(posix.join(ROOT, file), 'utf8')
    return [...text.matchAll(IMPORT)].map(({ 0: match, 1: specifier = '', index }) => {
      const target = posix.join(posix.dirname(file), specifier)
      const line = text.slice(0, index + match.length).split('\n').length
      return {
        from: nodeOf(file),
        to: nodeOf(target),
        place: `${file}:${line} imports ${target}`,
      }
    })
  })
}

/** Finds import lines between folders that reach each other, which is what each cycle consists of. */
function findCycles(imports: readonly Import[]): string[] {
  const crossing = imports.filter(({ from, to }) => from !== to)
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of crossing) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const reached = new Map([...targets.keys()].map((folder) => [folder, reach(folder, targets)]))
  return crossing.filter(({ from, to }) => reached.get(to)?.has(from)).map(({ place }) => place)
}

function reach(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const target of targets.get(folder) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      waiting.push(target)
    }
  }
  return reached
}

/**
 * The floors are the packages, and the folders beside them: each imports only from floors below its own, in tests too.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['packages/contract', 'packages/notices'],
  ['packages/analysis', 'packages/telemetry'],
  ['sim'],
  ['apps/recorder', 'apps/server', 'apps/web'],
  // The tests of this package call a server.
  ['packages/client'],
  ['bench', 'e2e', 'scripts'],
]
const ROOMS = ['packages/*', 'apps/*', 'sim', 'bench', 'e2e', 'scripts']
const ANY_PATH = /(?:\bfrom|\bimport)\s*\(?\s*'((?:\.|@pitboard\/)[^']+)'/g
const ANY_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+|@pitboard\/[^/']+)/g

/** Reads what rooms import of each other, tests included. */
function readRoomImports(): Import[] {
  const rooms = globSync(ROOMS, { cwd: ROOT }).map((room) => room.replaceAll('\\', '/'))
  const roomOf = (path: string) => rooms.find((room) => path.startsWith(`${room}/`)) ?? path
  const roomByName = (name: string) => rooms.find((room) => posix.basename(room) === name) ?? name
  return rooms.flatMap((from) =>
    globSync(`${from}/**/*.{ts,tsx,mjs}`, {
      cwd: ROOT,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    }).flatMap((file) =>
      [...readFileSync(posix.join(ROOT, file), 'utf8').matchAll(ANY_IMPORT)].map(
        ([, specifier = '']) => {
          const to = specifier.startsWith('.')
            ? roomOf(posix.join(posix.dirname(file), specifier))
            : roomByName(posix.basename(specifier))
          return { from, to, place: `${file} imports ${to}` }
        },
      ),
    ),
  )
}

function floorOf(room: string): number {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room))
  assert.notEqual(floor, -1, `${room} has no floor`)
  return floor
}

/** Finds what leads from a room to one that is not below it. */
function findRising(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => from !== to && floorOf(to) >= floorOf(from))
    .map(({ place }) => place)
}

test('each package or folder beside them imports only those of the floors below, even in tests', () => {
  const imports = readRoomImports()
  assert.ok(imports.some(({ from, to }) => from === 'e2e' && to === 'apps/recorder'))
  assert.deepEqual(findRising(imports), [])
})

test('the check finds an arrow that points up, or to a neighbour', () => {
  const imports = [
    edge('e2e', 'sim'),
    edge('e2e', 'e2e'),
    edge('e2e', 'scripts'),
    edge('apps/web', 'e2e'),
    edge('apps/web', 'apps/server'),
  ]
  const found = ['e2e scripts', 'apps/web e2e', 'apps/web apps/server']
  assert.deepEqual(findRising(imports), found)
})

function edge(from: string, to: string): Import {
  return { from, to, place: `${from} ${to}` }
}

/** Users get these trees, and what builds the recorder. */
const PROGRAMS = [...TREES, 'apps/recorder/build', 'packages/notices/src']
/** Tests share what stands in these files: each package offers its own to the tests and benchmarks of others. */
const FOR_TESTS = /\.(test|fixture)(\.tsx?)?$|\/testing\//

/** Finds what leads from a file that users run to one that is there for tests. */
function findTestCode(files: readonly { readonly file: string; readonly text: string }[]) {
  return files.flatMap(({ file, text }) =>
    [...text.matchAll(ANY_PATH)].flatMap(([, specifier = '']) =>
      FOR_TESTS.test(specifier) ? `${file} imports ${specifier}` : [],
    ),
  )
}

test('what users run imports nothing that is there for tests', () => {
  const files = PROGRAMS.flatMap((tree) =>
    globSync(`${tree}/**/*.{ts,tsx}`, { cwd: ROOT })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !NOT_PRODUCTION.test(file))
      .map((file) => ({ file, text: readFileSync(posix.join(ROOT, file), 'utf8') })),
  )
  assert.ok(files.length > 1000)
  assert.deepEqual(findTestCode(files), [])
})

test('the check finds fixtures and folders for tests, of the own package and of others', () => {
  const specifiers = [
    './formats.ts',
    '../testing/scripted-game.ts',
    '@pitboard/server/testing/server',
    '@pitboard/server/racing/sessions/lobby.fixture',
    './race.fixture.ts',
  ]
  const text = specifiers.map((specifier) => `import { race } from '${specifier}'\n`).join('')
  const found = specifiers.slice(1).map((specifier) => `a imports ${specifier}`)
  assert.deepEqual(findTestCode([{ file: 'a', text }]), found)
})

test('the check finds cycles of two folders and of three, and nothing else', () => {
  const imports = [edge('a', 'b'), edge('b', 'a'), edge('b', 'c'), edge('c', 'd'), edge('d', 'e')]
  assert.deepEqual(findCycles(imports), ['a b', 'b a'])
  assert.deepEqual(findCycles([...imports, edge('e', 'c')]), ['a b', 'b a', 'c d', 'd e', 'e c'])
})

for (const tree of TREES) {
  test(`${tree}: no folder imports another that imports it, directly or through others`, () => {
    const imports = readImports(tree)
    assert.ok(imports.length > 0)
    assert.deepEqual(findCycles(imports), [])
  })
}
