import { type Static, Type } from 'typebox'

/**
 * The number stands for the layout of an archive. A change that an older `npm run restore` can't read gets a new one.
 */
export const FORMAT = 1

/** The first entry says what the archive is. */
export const HEADER_ENTRY = 'pitboard-backup.json'
/** This entry comes before the rows: it names the tables and sequences that they belong to. */
export const SCHEMA_ENTRY = 'database/schema.json'
/** It is the last entry, so that an archive that ends early lacks it. */
export const CHECKSUMS_ENTRY = 'checksums.json'

export const TABLES_FOLDER = 'database/tables/'
export const FILES_FOLDER = 'files/'

export const BackupHeader = Type.Object({
  kind: Type.Literal('pitboard-backup'),
  format: Type.Integer(),
  version: Type.String(),
  createdAt: Type.String(),
})
export type BackupHeader = Static<typeof BackupHeader>

const BackedUpTable = Type.Object({
  schema: Type.String(),
  name: Type.String(),
  columns: Type.Array(Type.String()),
})
export type BackedUpTable = Static<typeof BackedUpTable>

export const BackedUpSchema = Type.Object({
  /** It is the newest migration that the database had. */
  version: Type.String(),
  tables: Type.Array(BackedUpTable),
  sequences: Type.Array(
    Type.Object({ schema: Type.String(), name: Type.String(), lastValue: Type.String() }),
  ),
})
export type BackedUpSchema = Static<typeof BackedUpSchema>

export const Checksums = Type.Record(
  Type.String(),
  Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
)
export type Checksums = Static<typeof Checksums>

export function describeTable({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}
