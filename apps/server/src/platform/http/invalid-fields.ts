import type { Problem } from '@pitboard/contract/wire/problem'
import { Type, type TArray, type TObject, type TSchema, type TUnion } from 'typebox'
import { Compile } from 'typebox/compile'

export type FieldError = NonNullable<Problem['errors']>[number]

/** More errors would not help, and finding them costs time. */
const ERRORS_MAX = 20

/**
 * Lists the fields that contradict the schema, with messages for the sender. Descends only into the parts that
 * are wrong and stops at `ERRORS_MAX`: 100,000 wrong items cost as much as twenty.
 */
export function findInvalidFields(schema: TSchema, value: unknown, path: string): FieldError[] {
  const errors: FieldError[] = []
  visit(schema, value, path, errors)
  return errors.slice(0, ERRORS_MAX)
}

type Check = (value: unknown) => boolean
const checks = new WeakMap<TSchema, Check>()

function isValid(schema: TSchema, value: unknown): boolean {
  const known = checks.get(schema)
  if (known) return known(value)
  const validator = Compile(schema)
  const check: Check = (each) => validator.Check(each)
  checks.set(schema, check)
  return check(value)
}

function visit(schema: TSchema, value: unknown, path: string, errors: FieldError[]): void {
  if (errors.length >= ERRORS_MAX || isValid(schema, value)) return
  if (Type.IsUnion(schema)) visitUnion(schema, value, path, errors)
  else if (Type.IsObject(schema)) visitObject(schema, value, path, errors)
  else if (Type.IsArray(schema)) visitArray(schema, value, path, errors)
  else if (Type.IsTuple(schema) && isListOf(value, schema.items.length)) {
    for (const [at, item] of schema.items.entries()) {
      visit(item, value[at], `${path}/${at}`, errors)
    }
  } else errors.push({ path, message: leafMessage(schema, value) })
}

/** Chooses the schema that the value comes closest to; null is never what was meant. */
function visitUnion(schema: TUnion, value: unknown, path: string, errors: FieldError[]): void {
  const tries = schema.anyOf
    .filter((choice) => !Type.IsNull(choice))
    .map((choice) => findInvalidFields(choice, value, path))
  const [first] = tries
  if (!first) errors.push({ path, message: 'must be null' })
  else {
    const deepest = tries.filter((found) => found.every((error) => error.path !== path))
    errors.push(...([...deepest, ...tries].toSorted((a, b) => a.length - b.length)[0] ?? first))
  }
}

function visitObject(schema: TObject, value: unknown, path: string, errors: FieldError[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    errors.push({ path, message: 'must be a JSON object' })
    return
  }
  const before = errors.length
  const { properties } = schema
  for (const name of 'required' in schema ? schema.required : []) {
    if (!Object.hasOwn(value, name)) errors.push({ path: `${path}/${name}`, message: 'is missing' })
  }
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false
  for (const [name, each] of Object.entries(value)) {
    if (errors.length >= ERRORS_MAX) return
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) visit(property, each, `${path}/${name}`, errors)
    else if (isClosed) errors.push(unknownMember(path, name, Object.keys(properties)))
  }
  if (errors.length === before) errors.push({ path, message: 'must have at least one member' })
}

/** Describes a name in another case, or with the brackets that some libraries add to lists, as a mistake. */
function unknownMember(path: string, name: string, known: readonly string[]): FieldError {
  const plain = name.replace(/\[\d{0,3}\]$/, '').toLowerCase()
  const meant = known.find((each) => each.toLowerCase() === plain)
  const shown = name.slice(0, 100).toWellFormed()
  const message = meant === undefined ? 'is not known' : `is not known; use ${meant}`
  return { path: `${path}/${shown}`, message }
}

function visitArray(schema: TArray, value: unknown, path: string, errors: FieldError[]): void {
  if (!Array.isArray(value)) {
    errors.push({ path, message: 'must be a list' })
    return
  }
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = limitsOf(schema)
  if (value.length < minItems || value.length > maxItems) {
    const limit = value.length < minItems ? `at least ${minItems}` : `at most ${maxItems}`
    errors.push({ path, message: `must have ${limit} items` })
    return
  }
  const before = errors.length
  for (const [at, item] of value.entries()) {
    if (errors.length >= ERRORS_MAX) return
    visit(schema.items, item, `${path}/${at}`, errors)
  }
  if (errors.length === before) errors.push({ path, message: 'must not have an item twice' })
}

function isListOf(value: unknown, length: number): value is unknown[] {
  return Array.isArray(value) && value.length === length
}

function limitsOf(schema: TSchema): Partial<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(schema).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be an id (UUID)',
  'date-time': 'must be a time with its zone, like 2026-01-31T20:00:00Z',
}

const NOT_BLANK = '\\S'

function leafMessage(schema: TSchema, value: unknown): string {
  if (Type.IsTuple(schema)) return `must be a list of ${schema.items.length} items`
  if (Type.IsEnum(schema)) return `must be one of ${schema.enum.join(', ')}`
  if (Type.IsString(schema)) return textMessage(schema, value)
  if (Type.IsBoolean(schema)) return 'must be true or false'
  if (Type.IsNumber(schema) || Type.IsInteger(schema)) return numberMessage(schema, value)
  return Type.IsNull(schema) ? 'must be null' : 'is not valid'
}

/** Ids of games come in runs: "0 to 32, 39" is shorter than all of them. */
function describeNumbers(allowed: readonly unknown[]): string {
  const numbers = allowed.filter((each) => typeof each === 'number').toSorted((a, b) => a - b)
  const runs: { first: number; last: number }[] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && number === run.last + 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(', ')
}

function textMessage(schema: TSchema, value: unknown): string {
  if (typeof value !== 'string') return 'must be text'
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = limitsOf(schema)
  if (value.length < minLength) {
    return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`
  }
  if (value.length > maxLength) return `must have at most ${maxLength} characters`
  const form: { format?: unknown; pattern?: unknown; 'x-expected'?: unknown } = schema
  if (typeof form['x-expected'] === 'string') return form['x-expected']
  if (form.pattern === NOT_BLANK) return 'must not be empty'
  const words = typeof form.format === 'string' ? FORMATS[form.format] : undefined
  return words ?? 'does not have the expected form'
}

function numberMessage(schema: TSchema, value: unknown): string {
  const { enum: allowed }: { enum?: unknown } = schema
  if (Array.isArray(allowed)) return `must be one of ${describeNumbers(allowed)}`
  const kind = Type.IsInteger(schema) ? 'a whole number' : 'a number'
  const limits = limitsOf(schema)
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits
  if (typeof value !== 'number' || !Number.isFinite(value)) return `must be ${kind}`
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    return `must be more than ${exclusiveMinimum}`
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    return `must be less than ${exclusiveMaximum}`
  }
  return `must be ${kind}`
}
