import type { TSchema } from 'typebox'
import { ANSWERS, BODIES } from './openapi-components.ts'

const NAMED = { ...ANSWERS, ...BODIES }
const NAME_OF = new Map(
  Object.entries(NAMED).map(([name, schema]) => [contentOf(schema), name] as const),
)

/** A request has exactly the members of its schema; an answer may gain members. */
type Direction = 'request' | 'answer'

/** Returns the components of the document by name. */
export function componentSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => {
      return [name, convertParts(schema, name in BODIES ? 'request' : 'answer')]
    }),
  )
}

/** Converts a schema to OpenAPI 3.1; a component becomes a reference. */
export function convertSchema(schema: TSchema, direction: Direction): Record<string, unknown> {
  const limited = referToEnumeration(schema)
  if (limited !== null) return limited
  const name = NAME_OF.get(contentOf(schema))
  // A component of answers is open, a request is not.
  const isOtherWay = direction === 'request' && isOpenAnswer(name)
  if (name === undefined || isOtherWay) return shortenNullable(convertParts(schema, direction))
  const reference = { $ref: `#/components/schemas/${name}` }
  const description = descriptionOf(schema)
  const isSaid = description === descriptionOf(NAMED[name] ?? {})
  return description === undefined || isSaid ? reference : { ...reference, description }
}

/**
 * A number with limits that admit others than the named ones is the enumeration with these limits. What admits the named
 * ones alone stands for itself, since the enumeration admits any other.
 */
function referToEnumeration(schema: object): Record<string, unknown> | null {
  const { names, minimum, maximum }: { names?: unknown; minimum?: unknown; maximum?: unknown } =
    schema
  const name = isSchema(names) ? NAME_OF.get(names) : undefined
  if (minimum === undefined || 'enum' in schema || !isSchema(names) || name === undefined)
    return null
  if (isComplete(Object.keys(names).length, schema)) return null
  const description = descriptionOf(schema)
  const reference = { $ref: `#/components/schemas/${name}`, minimum, maximum }
  return description === undefined ? reference : { ...reference, description }
}

/** A text or number that may be null gets two types, which is half as long as a choice of two schemas. */
function shortenNullable(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [{ type, ...limits } = {}, other]: Record<string, unknown>[] = anyOf
  const isPlain = typeof type === 'string' && !('enum' in limits) && !('oneOf' in limits)
  if (!isPlain || type === 'object' || type === 'array' || other?.['type'] !== 'null') return schema
  return { type: [type, 'null'], ...limits, ...rest }
}

/** Returns the name of the component that a converted schema refers to; null if it refers to none. */
export function componentOf(schema: object): string | null {
  const reference: unknown = Reflect.get(schema, '$ref')
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null
}

function isOpenAnswer(name: string | undefined): boolean {
  const answer = name === undefined ? undefined : ANSWERS[name]
  return answer !== undefined && 'properties' in answer && !('additionalProperties' in answer)
}

/** Returns the description of a schema; undefined if it has none. */
export function descriptionOf(schema: object): string | undefined {
  const description: unknown = Reflect.get(schema, 'description')
  return typeof description === 'string' ? description : undefined
}

/** Returns the object that a described or optional copy of a schema shares with the original. */
function contentOf(schema: object): unknown {
  const parts = new Map<string, unknown>(Object.entries(schema))
  const isLimited = parts.has('minimum') || parts.has('enum')
  const names = isLimited ? undefined : parts.get('names')
  const shared = names ?? parts.get('properties') ?? parts.get('anyOf') ?? parts.get('enum')
  return shared ?? parts.get('examples') ?? schema
}

function convertParts(schema: TSchema, direction: Direction): Record<string, unknown> {
  const extended = direction === 'answer' ? findExtended(schema) : null
  return extended === null ? convertMembers(schema, direction) : extendComponent(schema, extended)
}

/** A schema has fewer members than this in common with a component by chance. */
const EXTENDED_MEMBERS_MIN = 5

/** Components that another schema may extend, the largest first. */
const EXTENDABLE = Object.entries(ANSWERS)
  .map(([name, answer]) => ({ name, members: Object.entries(propertiesOf(answer)) }))
  .filter(({ members }) => members.length >= EXTENDED_MEMBERS_MIN)
  .toSorted((a, b) => b.members.length - a.members.length)

/** Returns the component of answers with most members of which the schema has all, beside others of its own. */
function findExtended(schema: object): string | null {
  const own = propertiesOf(schema)
  const count = Object.keys(own).length
  if (count <= EXTENDED_MEMBERS_MIN) return null
  const largest = EXTENDABLE.find(
    ({ members }) =>
      members.length < count && members.every(([name, member]) => own[name] === member),
  )
  return largest?.name ?? null
}

/** What a component has stands there alone: whoever knows how to read it reads what extends it too. */
function extendComponent(schema: TSchema, name: string): Record<string, unknown> {
  const known = new Set(Object.keys(propertiesOf(ANSWERS[name] ?? {})))
  const isOwn = (member: string) => !known.has(member)
  const { required, properties, ...rest } = convertMembers(schema, 'answer')
  const own = Array.isArray(required) ? required.filter(isOwn) : []
  return {
    allOf: [{ $ref: `#/components/schemas/${name}` }],
    ...rest,
    ...(own.length > 0 && { required: own }),
    properties: Object.fromEntries(
      Object.entries(Object(properties)).filter(([member]) => isOwn(member)),
    ),
  }
}

function convertMembers(schema: TSchema, direction: Direction): Record<string, unknown> {
  const parts = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return [[key, convertProperties(schema, direction)]]
    if (key === 'items' && Array.isArray(value)) {
      // JSON Schema 2020-12 describes a tuple like this.
      return [
        ['prefixItems', convertAll(value, direction)],
        ['items', false],
      ]
    }
    if (key === 'items' && isSchema(value)) return [[key, convertSchema(value, direction)]]
    if (key === 'anyOf' && Array.isArray(value)) return [[key, convertAll(value, direction)]]
    if (key === 'names' && isSchema(value)) return nameNumbers(value, schema)
    return LEFT_OUT.has(key) ? [] : [[key, value]]
  })
  const isOpen = 'additionalProperties' in schema || !('properties' in schema)
  const isClosed = direction === 'request' && !isOpen
  // `Type.Enum` does not set the type.
  const isText = 'enum' in schema && !('type' in schema)
  return Object.fromEntries([
    ...(isText ? [['type', 'string']] : []),
    ...parts,
    ...(isClosed ? [['additionalProperties', false]] : []),
  ])
}

const LEFT_OUT = new Set(['additionalItems', 'answer', 'ignored'])

function convertAll(schemas: readonly unknown[], direction: Direction) {
  return schemas.filter(isSchema).map((each) => convertSchema(each, direction))
}

function convertProperties(schema: object, direction: Direction) {
  const own = propertiesOf(schema)
  const answered = 'answer' in schema && isSchema(schema.answer) ? propertiesOf(schema.answer) : {}
  const ignored = Object.keys(answered).filter((name) => !Object.hasOwn(own, name))
  return Object.fromEntries([
    ...Object.entries(own).map(([name, each]) => {
      const like = Object.hasOwn(answered, name) ? answered[name] : undefined
      return [name, convertSchema(like ? describedLike(each, like) : each, direction)]
    }),
    ...ignored.map((name) => [name, IGNORED]),
  ])
}

const IGNORED = { description: 'Accepted and ignored: the server derives this member itself.' }

/** Returns a member of a request, with the description of the answer's member if it has none of its own. */
function describedLike(schema: TSchema, like: TSchema): TSchema {
  const description = descriptionOf(schema) ?? descriptionOf(like)
  return { ...schema, ...(description !== undefined && { description }) }
}

function propertiesOf(schema: object): Record<string, TSchema> {
  if (!('properties' in schema) || !isSchema(schema.properties)) return {}
  return Object.fromEntries(
    Object.entries(schema.properties).filter((entry): entry is [string, TSchema] =>
      isSchema(entry[1]),
    ),
  )
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null
}

/** Returns the names of an enumeration's numbers. A later game may send numbers without a name. */
function nameNumbers(table: object, schema: object): [string, unknown][] {
  const entries = Object.entries(table)
  const named = entries.map(([title, value]) => ({ const: value, title }))
  const other = { title: 'Other', not: { enum: entries.map(([, value]) => value) } }
  const list = entries.map(([name, value]) => `${value} ${name}`).join(', ')
  return [
    ['description', [descriptionOf(schema), `${list}.`].join(' ').trim()],
    ['oneOf', isComplete(entries.length, schema) ? named : [...named, other]],
    // Generators that read no titles take the names from here.
    ...('enum' in schema ? [variableNames(table, schema.enum)] : []),
  ]
}

function variableNames(table: object, numbers: unknown): [string, unknown] {
  const listed = Array.isArray(numbers) ? numbers : []
  const nameOf = new Map(Object.entries(table).map(([name, value]) => [value, name]))
  return ['x-enum-varnames', listed.map((value) => nameOf.get(value))]
}

/** Returns whether the schema refuses numbers that have no name. */
function isComplete(count: number, schema: object): boolean {
  if ('enum' in schema) return true
  const { minimum, maximum }: { minimum?: number; maximum?: number } = schema
  return minimum === 0 && maximum === count - 1
}
