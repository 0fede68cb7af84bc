import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js')

test('what a file exports is used by another file', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [KNIP, '--no-progress', '--no-config-hints'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  assert.equal(stdout, '', 'what only its own file uses needs no export')
  assert.equal(status, 0, stderr)
})
