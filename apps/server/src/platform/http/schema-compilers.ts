import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { type FieldError, findInvalidFields } from './invalid-fields.ts'
import { isStorableText, UNSTORABLE } from './read-json.ts'

/** A leap second is a time by RFC 3339, but no `Date` can hold it, nor a column of the database. */
Format.Set('date-time', (text) => Format.IsDateTime(text) && !Number.isNaN(Date.parse(text)))

class InvalidRequest extends Error {
  readonly fields: readonly FieldError[]

  constructor(fields: readonly FieldError[]) {
    super('invalid request')
    this.name = 'InvalidRequest'
    this.fields = fields
  }
}

export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>((route) => lazy(() => compileValidator(route)))
}

/** Returns the wrong fields of a request; undefined if `error` is not about fields. */
export function invalidFields(error: unknown): FieldError[] | undefined {
  return error instanceof InvalidRequest ? [...error.fields] : undefined
}

/** The part of the request begins the path of a field like this: `body/name`. */
const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' }

/**
 * A body must have the types it should have; a path and a query are text and are read as such. What
 * the schema does not name is refused.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  const closed = closeSchema(schema)
  const validator = Compile(closed)
  const part = PARTS[httpPart] ?? httpPart
  return (input: unknown) => {
    const texts = httpPart === 'body' ? null : readTexts(closed, input)
    const value = texts ?? input
    // The parser has checked the texts of a body.
    const wrongTexts = texts === null ? [] : findWrongTexts(closed, texts, part)
    if (wrongTexts.length === 0 && validator.Check(value)) return { value }
    const fields = wrongTexts.length > 0 ? wrongTexts : findInvalidFields(closed, value, part)
    return { error: new InvalidRequest(fields) }
  }
}

/** Finds parameters that no schema can judge: with text that can't be stored, or sent more than once. */
function findWrongTexts(schema: TSchema, value: object, part: string): FieldError[] {
  const properties = Type.IsObject(schema) ? schema.properties : {}
  return Object.entries(value).flatMap(([name, given]) => {
    const path = `${part}/${name.replaceAll('\0', '')}`
    if ([name, given].flat().some(isUnstorable)) return [{ path, message: UNSTORABLE }]
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isTwice = property !== undefined && Array.isArray(given) && !Type.IsArray(property)
    return isTwice ? [{ path, message: 'must be given only once' }] : []
  })
}

function isUnstorable(text: unknown): boolean {
  return typeof text === 'string' && !isStorableText(text)
}

function readTexts(schema: TSchema, input: unknown): Record<string, unknown> {
  const properties = Type.IsObject(schema) ? schema.properties : {}
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default] as const] : [],
  )
  const values = given.map(([name, text]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, readText(property, text)] as const
  })
  return Object.fromEntries([...defaults, ...values])
}

/** What can't be read stays text, which the schema then refuses. */
function readText(schema: TSchema | undefined, text: unknown): unknown {
  if (schema === undefined) return text
  // A parameter that comes once is a list too.
  if (Type.IsArray(schema)) return [text].flat().map((item) => readText(schema.items, item))
  if (typeof text !== 'string') return text
  if (Type.IsBoolean(schema)) return readBoolean(text)
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) {
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  }
  // The database writes it so: an id is a key of maps and names folders too.
  return isUuid(schema) ? text.toLowerCase() : text
}

/** Some languages write True. */
function readBoolean(text: string): unknown {
  const lower = text.toLowerCase()
  return lower === 'true' ? true : lower === 'false' ? false : text
}

function isUuid(schema: TSchema): boolean {
  return Type.IsString(schema) && 'format' in schema && schema.format === 'uuid'
}

const compile = SerializerSelector()()

/** Makes what writes the answers of a schema. */
export const compileSerialiser: FastifySerializerCompiler<TSchema> = ({
  httpStatus = '200',
  ...route
}) => compile({ ...route, httpStatus })

/** Nothing is compiled when the server starts: the tests compile the whole contract. */
export function registerSerialisation(app: FastifyInstance): void {
  app.setSerializerCompiler<TSchema>((route) => lazy(() => compileSerialiser(route)))
}

/**
 * Closes every object of the schema that does not say otherwise: the sender of a member that nobody reads would take it
 * for stored. Members that an object lists as `ignored` are accepted with any value.
 */
function closeSchema(schema: TSchema): TSchema {
  if (Type.IsObject(schema)) return closeObject(schema)
  if (Type.IsTuple(schema)) return copyWith(schema, { items: schema.items.map(closeSchema) })
  if (Type.IsArray(schema)) return copyWith(schema, { items: closeSchema(schema.items) })
  if (Type.IsUnion(schema)) return copyWith(schema, { anyOf: schema.anyOf.map(closeSchema) })
  return schema
}

function closeObject(schema: TObject): TSchema {
  const ignored = ignoredNames(schema).filter((name) => !Object.hasOwn(schema.properties, name))
  const properties = Object.fromEntries([
    ...Object.entries(schema.properties).map(([name, each]) => [name, closeSchema(each)] as const),
    ...ignored.map((name) => [name, Type.Optional(Type.Unknown())] as const),
  ])
  const isOpen = 'additionalProperties' in schema
  return copyWith(schema, { properties, ...(!isOpen && { additionalProperties: false }) })
}

function ignoredNames(schema: TObject): readonly string[] {
  return 'ignored' in schema && Array.isArray(schema.ignored) ? schema.ignored.map(String) : []
}

/** TypeBox's own marks are not enumerable: a spread would lose them. */
function copyWith(schema: TSchema, changes: object): TSchema {
  return Object.assign(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)),
    changes,
  )
}

/** Creates a function at its first call: a server has hundreds of validators and needs few of them. */
function lazy<Args extends unknown[], Result>(
  make: () => (...args: Args) => Result,
): (...args: Args) => Result {
  let made: ((...args: Args) => Result) | undefined
  return (...args) => (made ??= make())(...args)
}
