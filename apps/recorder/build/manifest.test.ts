import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, afterEach, test } from 'node:test'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { openManifest } from './manifest.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-manifest-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Manifest = ReturnType<typeof openManifest>

function build(manifest: Manifest, platform: DownloadPlatform, inputs = 'sources'): void {
  const file = `recorder-${platform}`
  manifest.write(file, platform)
  manifest.put({ platform, file, kind: 'program' }, inputs)
  manifest.save()
}

const listed = () => {
  const { platforms } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  return platforms.map(({ platform }: { readonly platform: string }) => platform)
}

test('two processes that build into one folder list what both have built, and build nothing twice', () => {
  const one = openManifest(folder, '2.0.0')
  const other = openManifest(folder, '2.0.0')
  build(one, 'linux-x64')
  assert.equal(other.isFresh('linux-x64', 'sources'), true)
  build(other, 'windows-x64')
  build(one, 'macos-arm64')
  assert.deepEqual(listed().toSorted(), ['linux-x64', 'macos-arm64', 'windows-x64'])
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  assert.equal(sums.length, 3)
})

test('what was made from other inputs, is gone or is described by a broken file is built again', () => {
  const manifest = openManifest(folder, '2.0.0')
  build(manifest, 'linux-x64')
  build(manifest, 'windows-x64')
  build(manifest, 'macos-arm64')
  assert.equal(manifest.isFresh('linux-x64', 'other sources'), false)
  unlinkSync(join(folder, 'recorder-windows-x64'))
  assert.equal(manifest.isFresh('windows-x64', 'sources'), false)
  writeFileSync(join(folder, '.built-macos-arm64.json'), '{"inputs": "sour')
  assert.equal(manifest.isFresh('macos-arm64', 'sources'), false)
})

test('programs of the version before are listed until they are built anew', () => {
  const download = { kind: 'program', bytes: 1, sha256: '0'.repeat(64), version: '1.0.0' }
  const earlier = { ...download, platform: 'linux-x64', file: 'recorder-linux-x64' }
  const gone = { ...download, platform: 'windows-x64', file: 'gone' }
  const manifest = { version: '1.0.0', platforms: [earlier, gone] }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, earlier.file), 'x')
  assert.deepEqual(openManifest(folder, '2.0.0').save(), { version: '2.0.0', platforms: [earlier] })
})
