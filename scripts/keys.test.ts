import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('who asks for help gets no key, and no secret is made', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-keys-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'keys.ts'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir },
    })
  const help = run('--help')
  assert.equal(help.status, 0)
  assert.match(help.stdout, /^npm run keys /)
  assert.doesNotMatch(help.stdout, /AUTH_ANON_KEY=/)
  assert.equal(existsSync(dataDir), false)
  assert.match(run().stdout, /^AUTH_ANON_KEY=\S+\nAUTH_SERVICE_KEY=\S+\n$/)
})
