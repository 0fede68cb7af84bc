import type { Db } from '@pitboard/server/platform/db/tables'
import { generate, PostgresDialect } from 'kysely-codegen'

/** Returns the types of all tables of a database, as the text of a module. */
export async function describeTables(db: Db): Promise<string> {
  const types = await generate({
    db,
    dialect: new PostgresDialect(),
    defaultSchemas: ['public'],
    excludePattern: '*kysely_*',
    outFile: null,
    typeMapping: { int8: 'number', timestamptz: 'Date', jsonb: 'JsonText', json: 'JsonText' },
  })
  return `import type { JsonText } from './json-text.ts'\n${types}`
}
