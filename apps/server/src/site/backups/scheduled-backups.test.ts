import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer } from '../../testing/server.ts'

const OLD = 'pitboard-2026-01-01T000000Z.tar.zst'
const BY_HAND = 'before-the-update.tar.zst'

test('a backup is made when the newest is too old, the oldest make room, and its age is a metric', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-backups-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of [OLD, BY_HAND]) writeFileSync(join(folder, name), '')
  utimesSync(join(folder, OLD), 0, 0)
  const server = await openTestServer({ env: { BACKUP_DIR: folder, BACKUP_KEEP: '1' } })
  t.after(() => server.close())
  const isNew = (name: string) => name !== BY_HAND && name !== OLD && name.endsWith('.zst')
  const made = await until(async () => readdirSync(folder).find(isNew))
  assert.match(made, /^pitboard-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst$/)
  await until(async () => !readdirSync(folder).includes(OLD))
  assert.deepEqual(readdirSync(folder).toSorted(), [BY_HAND, made].toSorted())
  const metrics = await server.context.metrics.registry.metrics()
  const age = Number(/^pitboard_backup_age_seconds (\S+)$/m.exec(metrics)?.[1])
  assert.ok(age >= 0 && age < 3600, `${age}`)
})

test('a folder in which each backup would contain the ones before is refused at the start', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-data-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'mine'))
  const database = await openTestDatabase()
  t.after(() => database.close())
  await assert.rejects(
    openTestServer({ database, dataDir, env: { BACKUP_DIR: join(dataDir, 'mine') } }),
    /BACKUP_DIR must be outside of DATA_DIR/,
  )
})
