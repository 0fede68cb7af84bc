import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { toFieldErrors, type FieldError } from './field-errors.ts'

class InvalidRequest extends Error {
  readonly fields: readonly FieldError[]

  constructor(fields: readonly FieldError[]) {
    super('invalid request')
    this.name = 'InvalidRequest'
    this.fields = fields
  }
}

export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>((route) => atFirstUse(() => compileValidator(route)))
}

/** Which fields of a request are wrong; undefined where that is not what `error` says. */
export function invalidFields(error: unknown): FieldError[] | undefined {
  return error instanceof InvalidRequest ? [...error.fields] : undefined
}

/** A body must have the types it should have; a path and a query are text and are read as such. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema)
  return (input: unknown) => {
    const value = httpPart === 'body' ? input : readTexts(schema, input)
    if (validator.Check(value)) return { value }
    return { error: new InvalidRequest(toFieldErrors(validator.Errors(value))) }
  }
}

function readTexts(schema: TSchema, input: unknown): Record<string, unknown> {
  const properties = Type.IsObject(schema) ? schema.properties : {}
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default] as const] : [],
  )
  const values = given.map(([name, text]) => [name, readText(properties[name], text)] as const)
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
  // As the database writes it: an id is a key of maps and names folders too.
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
