// `npm run baseline` writes the schema that the earlier versions come to again, after migrations have become some of
// them.
import { writeFileSync } from 'node:fs'
import { describeSchema } from './baseline/describe-schema.ts'
import { openEarlierDatabase } from './baseline/earlier-versions.ts'

const BASELINE = new URL('../apps/server/src/platform/db/migrations/baseline.sql', import.meta.url)

const { db, close } = await openEarlierDatabase()
try {
  writeFileSync(BASELINE, await describeSchema(db))
} finally {
  await close()
}
