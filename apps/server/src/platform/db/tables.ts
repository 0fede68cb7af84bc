import type { ColumnType, Kysely, Selectable } from 'kysely'
import type { DB } from './schema.gen.ts'

/**
 * What the schema cannot say of its columns: which words a column has, and what its JSON holds. Each noun adds its
 * tables beside its queries, by `declare module`; whether a column may be null, and whether a new row may leave it
 * out, is what the database says.
 */
export interface Refinements {}

/** A value is written as it is read, except JSON, which is written as text: lists are JSON too, and not arrays. */
type Refined<Column, Value> = [Value] extends [ColumnType<unknown, unknown, unknown>]
  ? Value
  : Column extends ColumnType<infer Selected, infer Inserted, infer Updated>
    ? unknown extends Selected
      ? ColumnType<Value, Inserted, Updated>
      : ColumnType<
          Value | Extract<Selected, null>,
          Value | Extract<Inserted, null | undefined>,
          Value | Extract<Updated, null>
        >
    : Column extends null
      ? null
      : Value

type RefinedTable<Table, Columns> = {
  [Name in keyof Table]: Name extends keyof Columns
    ? Refined<Table[Name], Columns[Name]>
    : Table[Name]
}

/** Refinements of what the database does not have are collected here. */
type Unknown = {
  [Table in keyof Refinements]: Table extends keyof DB
    ? Exclude<keyof Refinements[Table], keyof DB[Table]>
    : Table
}[keyof Refinements]

/** The tables have their names, those of the sign-in service with their schema. */
export type Tables = {
  [Table in keyof DB]: Table extends keyof Refinements
    ? RefinedTable<DB[Table], Refinements[Table]>
    : DB[Table]
}

/**
 * A query takes the database, or a transaction on it, as its first argument. A refinement of a column that does not
 * exist takes its type away.
 */
export type Db = [Unknown] extends [never] ? Kysely<Tables> : Unknown

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
