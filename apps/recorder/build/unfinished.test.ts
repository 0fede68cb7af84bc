import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeUnfinished, unfinishedName } from './unfinished.ts'

test('what a killed build has left is removed, and nothing of one that runs', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'unfinished-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { pid: ended } = spawnSync('true')
  const stay = ['recorder.exe', 'node.1.0.newer', unfinishedName('other.exe')]
  for (const name of [...stay, `a.${ended}.new`, `a.${ended}.new.payload`]) {
    writeFileSync(join(folder, name), '')
  }
  mkdirSync(join(folder, `node.${ended}.new.X1y2Z3`, 'package'), { recursive: true })
  removeUnfinished(folder)
  assert.deepEqual(readdirSync(folder).toSorted(), stay.toSorted())
})
