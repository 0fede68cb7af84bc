import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findInstallation } from './installed-program.ts'

const ONE_FILE = {
  platform: 'linux',
  arch: 'x64',
  isOneFile: true,
  path: '/opt/recorder',
  script: '/opt/recorder',
} as const

for (const [platform, arch, download] of [
  ['win32', 'x64', 'windows-x64'],
  ['linux', 'x64', 'linux-x64'],
  ['linux', 'arm64', 'linux-arm64'],
  ['darwin', 'arm64', 'macos-arm64'],
  ['darwin', 'x64', 'macos-x64'],
] as const) {
  test(`a program of one file on ${platform} ${arch} is replaced by the download ${download}`, () => {
    assert.deepEqual(findInstallation({ ...ONE_FILE, platform, arch }), {
      kind: 'program',
      path: '/opt/recorder',
      platform: download,
    })
  })
}

test('nothing else replaces itself: a system without a download, the archive and the sources', () => {
  const sources = { kind: 'sources' }
  assert.deepEqual(findInstallation({ ...ONE_FILE, platform: 'freebsd' }), sources)
  const script = { ...ONE_FILE, isOneFile: false }
  assert.deepEqual(findInstallation({ ...script, script: '/opt/recorder.cjs' }), {
    kind: 'archive',
  })
  assert.deepEqual(findInstallation({ ...script, script: '/src/main.ts' }), sources)
  assert.deepEqual(findInstallation({ ...script, script: undefined }), sources)
  assert.deepEqual(findInstallation(), sources)
})
