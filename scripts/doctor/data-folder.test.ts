import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { examineDataFolder } from './data-folder.ts'

const skip = process.platform === 'win32' && 'folders have no modes there'

test(
  'a folder that others may read is advised against, and not the one that the account of PostgreSQL has to pass through',
  { skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-doctor-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const texts = async (mode: number): Promise<string> => {
      chmodSync(folder, mode)
      return (await examineDataFolder(folder)).map(({ text }) => text).join('\n')
    }
    assert.match(await texts(0o750), /other users of the machine may enter/)
    assert.match(await texts(0o701), /other users of the machine may enter/)
    for (const mode of [0o700, 0o710]) assert.doesNotMatch(await texts(mode), /other users/)
  },
)

const stateOf = async (path: string) =>
  (await examineDataFolder(path)).map(({ state }) => state).join()

test('a folder that is not there yet is good where it can be made, and a problem where not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-doctor-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  assert.equal(await stateOf(join(folder, 'not/yet')), 'good')
  const taken = join(folder, 'file')
  writeFileSync(taken, '')
  assert.equal(await stateOf(join(taken, 'data')), 'problem')
  // Nothing can be made there, also by root.
  if (process.platform === 'linux') assert.equal(await stateOf('/sys/pitboard/data'), 'problem')
})
