import { listBaselineVersions, migrate } from '@pitboard/server/platform/db/migrate'
import { openBareDatabase, type TestDatabase } from '@pitboard/server/testing/database'

/** Opens a database that was made by the first version, and has taken each step to the baseline since. */
export async function openEarlierDatabase(): Promise<TestDatabase> {
  const database = await openBareDatabase()
  const versions = listBaselineVersions()
  for (const version of [versions.at(0), versions.at(-1)]) await migrate(database.db, { version })
  return database
}
