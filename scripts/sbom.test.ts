import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

interface Component {
  readonly name: string
  readonly purl: string
  readonly licenses?: object
  readonly hashes?: readonly { readonly content: string }[]
}

test('the list of packages names what a running site contains, with licences and hashes, and no tool of developers', () => {
  const text = execFileSync(process.execPath, [join(import.meta.dirname, 'sbom.ts')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const list: { readonly bomFormat: string; readonly components: readonly Component[] } =
    JSON.parse(text)
  assert.equal(list.bomFormat, 'CycloneDX')
  const byName = new Map(list.components.map((component) => [component.name, component]))
  // Some of these are tools of other workspaces as well.
  for (const name of ['fastify', 'kysely', 'pg', 'jose', 'react-dom', 'undici', 'ws']) {
    const { purl, licenses, hashes } = byName.get(name) ?? {}
    assert.ok(purl?.startsWith(`pkg:npm/${name}@`), name)
    assert.ok(licenses, name)
    assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, name)
  }
  for (const name of ['oxlint', 'playwright-core']) assert.equal(byName.has(name), false, name)
})

function run(argument: string) {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'sbom.ts'), argument], {
    encoding: 'utf8',
  })
}

test('a command without arguments says how it is used: for --help it does nothing else, and all else is a mistake', () => {
  const [help, mistake] = [run('--help'), run('all')]
  assert.deepEqual([help.status, mistake.status], [0, 2])
  assert.match(help.stdout, /^npm run -s sbom {3}.+\n$/)
  assert.equal(mistake.stdout, help.stdout)
})
