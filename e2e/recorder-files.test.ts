import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Downloads } from '@pitboard/contract/site/downloads'
import { VERSION } from '@pitboard/recorder/version'
import { Value } from 'typebox/value'
import { DIST } from '@pitboard/recorder/build/build'
import { builtProgram } from './src/recorder-program.ts'
import { unzip } from './src/unzip.ts'

test('the portable archive runs with any Node, from a script that may be run', async (t) => {
  const files = await unzip(readFileSync(await builtProgram('portable')))
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-portable-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const { name, mode, bytes } of files) {
    writeFileSync(join(folder, name.split('/').at(-1) ?? ''), bytes, { mode })
  }
  const version = execFileSync(join(folder, 'pitboard-recorder'), ['--version'], {
    encoding: 'utf8',
  })
  assert.equal(version, `${VERSION}\n`)
})

test('the preparation of "npm start" packs the archive, so that every server offers it', () => {
  execFileSync('node', ['scripts/prepare.mjs', 'recorder'], { encoding: 'utf8' })
  const manifest: unknown = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
  assert.ok(Value.Check(Downloads, manifest))
  const portable = manifest.platforms.find(({ platform }) => platform === 'portable')
  assert.equal(portable?.bytes, statSync(join(DIST, portable?.file ?? '')).size)
})
