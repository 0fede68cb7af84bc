import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** These run on `npm start`, `npm run demo` and the operator's commands, by the folder of its package. */
const PRODUCTION: Readonly<Record<string, string>> = {
  'apps/recorder': '{src,build}/**/*.ts',
  'apps/server': 'src/**/*.ts',
  'apps/web': '{*,src/**/*}.{ts,tsx}',
  'packages/analysis': 'src/**/*.ts',
  'packages/client': 'src/**/*.ts',
  'packages/contract': 'src/**/*.ts',
  'packages/notices': 'src/**/*.ts',
  'packages/telemetry': 'src/**/*.ts',
  sim: 'src/**/*.ts',
  '.': 'scripts/{demo,dev,keys,backup,doctor,restore,reprocess,retry-jobs,build-recorder,build-server}{.ts,/**/*.ts}',
}
const NOT_PRODUCTION = /\.(test|fixture)\.tsx?$|(^|\/)testing\//
/** The pattern finds the package of an import: its name, with the scope if it has one. */
const PACKAGE =
  /(?:^(?:import|export|\}).*\bfrom |^import |\bimport\()'((?:@[a-z\d-]+\/)?[a-z][\w.-]*)['/]/gm

const installed = new Set(Object.keys(PRODUCTION).flatMap(readDependencies))

for (const [folder, pattern] of Object.entries(PRODUCTION)) {
  test(`${folder}: production code imports packages that npm start installs`, () => {
    const files = globSync(pattern, { cwd: join(ROOT, folder) }).filter(
      (file) => !NOT_PRODUCTION.test(file),
    )
    assert.ok(files.length > 0)
    const missing = files.flatMap((file) =>
      [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(PACKAGE)]
        .map(([, name = '']) => name)
        .filter((name) => !name.startsWith('@pitboard/'))
        .filter((name) => !installed.has(name))
        .map((name) => `${join(folder, file)} imports ${name}`),
    )
    assert.deepEqual(missing, [], '"devDependencies" are not installed on a fresh npm start')
  })
}

test('the version of the product is that of each of its packages', () => {
  const versionOf = (file: string) => {
    const manifest: { readonly version?: string } = JSON.parse(
      readFileSync(join(ROOT, file), 'utf8'),
    )
    return manifest.version
  }
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: ROOT })
  const version = versionOf('package.json')
  const different = [
    ...manifests,
    'sim/package.json',
    'bench/package.json',
    'e2e/package.json',
  ].filter((file) => versionOf(file) !== version)
  assert.deepEqual(
    different,
    [],
    'npm version 1.2.3 --workspaces --include-workspace-root sets all',
  )
})

function readDependencies(folder: string): string[] {
  const manifest: Readonly<Record<string, object | undefined>> = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  )
  return [manifest['dependencies'], manifest['optionalDependencies']].flatMap((group) =>
    Object.keys(group ?? {}),
  )
}
