import type { Static, TObject } from 'typebox'

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name extends string
    ? ''
    : never

/** Lists and objects are JSON, written as text. */
type Written<Value> = Value extends object ? string : Value

/** The columns belong to the fields of a contract's object: `pointsSystem` is in `points_system`. */
export type FieldRefinements<Fields> = {
  [Name in keyof Fields as SnakeCase<Name>]: Fields[Name]
}

type RowOf<Fields> = {
  readonly [Name in keyof Fields as SnakeCase<Name>]:
    | Fields[Name]
    | (string extends Fields[Name] ? Date : never)
}

/** These values of columns are written. */
type ColumnsOf<Fields> = {
  [Name in keyof Fields as SnakeCase<Name>]: Written<Fields[Name]>
}

/** Presents the fields of a row as the API has them. */
export function presentFields<S extends TObject>(schema: S, row: RowOf<Static<S>>): Static<S>
export function presentFields({ properties }: TObject, row: object): object {
  const columns = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.keys(properties).map((name) => {
      const value = columns.get(toColumnName(name))
      return [name, value instanceof Date ? value.toISOString() : value]
    }),
  )
}

export function toColumns<Fields extends object>(fields: Fields): ColumnsOf<Fields>
export function toColumns(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      toColumnName(name),
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )
}

/** `pointsSystem` is in `points_system`. */
export function toColumnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
