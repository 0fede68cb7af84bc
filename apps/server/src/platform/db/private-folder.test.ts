import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { runMain } from '../../testing/main-process.ts'
import { runningDatabaseUrl } from './embedded/data-location.ts'

test('what lies in the data folder is readable by its owner alone, also what an older version wrote', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'pitboard-modes-'))
  chmodSync(root, 0o755)
  const dataDir = join(root, 'data')
  const old = join(dataDir, 'captures', 'old')
  mkdirSync(old, { recursive: true, mode: 0o755 })
  writeFileSync(join(old, 'file'), '', { mode: 0o644 })
  writeFileSync(join(dataDir, 'postgres.log'), 'before\n', { mode: 0o644 })
  const main = runMain({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' })
  t.after(async () => {
    await main.kill()
    rmSync(root, { recursive: true, force: true })
  })
  await main.listening
  const url = runningDatabaseUrl(dataDir)
  assert.ok(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  await assert.rejects(client.query("select 'a secret of a user'::int"))
  await assert.rejects(client.query('select $1::int', ['a secret parameter']))
  await client.end()

  assert.equal(statSync(dataDir).mode & 0o007, 0)
  const open: string[] = []
  const look = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (/^postgres(ql-|$)/.test(entry.name)) continue
      // The server removes what it has written for a moment.
      const found = statSync(path, { throwIfNoEntry: false })
      if (found && (found.mode & 0o077) !== 0) open.push(path)
      if (entry.isDirectory()) look(path)
    }
  }
  look(dataDir)
  assert.deepEqual(open, [])
  // What lies there is run at the next start.
  assert.ok(readdirSync(join(dataDir, 'compiled')).length > 0)
  const written = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  assert.match(written, /^before/)
  assert.doesNotMatch(written, /secret/)
  assert.equal(await main.stop(), 0)
})
