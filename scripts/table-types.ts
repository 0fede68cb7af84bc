// `npm run table-types` writes the types of the tables again, after a new migration.
import { writeFileSync } from 'node:fs'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { describeTables } from './table-types/describe-tables.ts'

const TYPES = new URL('../apps/server/src/platform/db/schema.gen.ts', import.meta.url)

const { db, close } = await openTestDatabase()
try {
  writeFileSync(TYPES, await describeTables(db))
} finally {
  await close()
}
