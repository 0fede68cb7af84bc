import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { describeTables } from './describe-tables.ts'

const TYPES = new URL('../../apps/server/src/platform/db/schema.gen.ts', import.meta.url)

test('the types of the tables are those of the migrated database', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  assert.equal(
    await describeTables(database.db),
    readFileSync(TYPES, 'utf8'),
    'npm run table-types writes them again',
  )
})
