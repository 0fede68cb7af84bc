import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { createLog } from '../../diagnostics/log.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { rotateLog } from './postmaster.ts'

test('the log of an embedded database above its limit goes to .1, and the database writes on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-log-'))
  chmodSync(folder, 0o755)
  const database = await openEmbeddedDatabase(folder, createLog('silent'))
  const client = new Client({ connectionString: database.url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const file = join(folder, 'postgres.log')
  const writeLine = (line: string) => client.query(`do $$ begin raise log '${line}'; end $$`)

  await writeLine('below the limit')
  await rotateLog(file)
  assert.match(readFileSync(file, 'utf8'), /below the limit/)

  appendFileSync(file, 'x'.repeat(10_000_000))
  await rotateLog(file)
  assert.match(readFileSync(`${file}.1`, 'utf8'), /below the limit/)
  assert.equal(statSync(file).size, 0)

  await writeLine('after the rotation')
  const log = readFileSync(file, 'utf8')
  assert.match(log, /after the rotation/)
  assert.ok(log.length < 10_000)
})
