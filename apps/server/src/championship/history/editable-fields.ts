import { isDeepStrictEqual } from 'node:util'
import { type Static, type TObject, Type } from 'typebox'
import { changedAgain, readDetails } from './changes.ts'

/** Makes the stored value of a field of a request. Throws a 400 that names the path. */
type ReadField = (path: string, sent: never) => unknown

type ReadFields<Sent, Readers> = {
  [Name in keyof Sent]: Name extends keyof Readers
    ? Readers[Name] extends (path: string, sent: never) => infer Value
      ? Value
      : Sent[Name]
    : Sent[Name]
}

/** Returns the fields that a request changes, as they are stored. A field without a reader is stored as it was sent. */
export function readFields<
  S extends TObject,
  Sent extends { readonly [Name in keyof Static<S>]?: unknown },
  Readers extends { readonly [Name in keyof Static<S>]?: ReadField },
>(
  schema: S,
  sent: Sent,
  readers: Readers,
  at?: string,
): Pick<ReadFields<Sent, Readers>, keyof Static<S> & keyof Sent>
export function readFields(
  { properties }: TObject,
  sent: Readonly<Record<string, unknown>>,
  readers: Readonly<Record<string, (path: string, value: unknown) => unknown>>,
  at = '',
): object {
  return Object.fromEntries(
    Object.keys(properties).flatMap((name) => {
      const value = sent[name]
      if (value === undefined) return []
      const read = readers[name]
      return [[name, read ? read(`${at}/${name}`, value) : value]]
    }),
  )
}

/**
 * Returns the values that undo a change of fields. Throws a 409 if one of them has been changed again since, or is no
 * longer valid.
 */
export function revertFields<S extends TObject>(
  schema: S,
  current: Static<S> & object,
  details: unknown,
): Partial<Static<S>>
export function revertFields(schema: TObject, current: object, details: unknown): object {
  const values = new Map<string, unknown>(Object.entries(current))
  const changes = readDetails(toChanges(schema), details)
  return Object.fromEntries(
    Object.keys(schema.properties).flatMap((name) => {
      const change = changes[name]
      if (!change) return []
      if (!isDeepStrictEqual(change.after, values.get(name))) throw changedAgain()
      return [[name, change.before]]
    }),
  )
}

/** Describes each field with its value before and after, where it was changed. */
export function toChanges({ properties }: TObject) {
  return Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        Type.Optional(Type.Object({ before: field, after: field })),
      ]),
    ),
  )
}
