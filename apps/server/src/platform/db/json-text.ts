import type { ColumnType } from 'kysely'

/** JSON is written as text: a list as a parameter would be an array of PostgreSQL. */
export type JsonText = ColumnType<unknown, string, string>
