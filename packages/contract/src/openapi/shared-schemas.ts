import { capital, noun, singular } from './operation-names.ts'
import { type Part, shareComponents } from './shared-components.ts'

type Named = Readonly<Record<string, object>>

/** A shorter schema is hardly longer than a reference to it. */
const SHARED_LENGTH_MIN = 75
/** Every repetition of at least this length becomes a component, and a shorter one if that shortens the document. */
const ALWAYS_SHARED_LENGTH = 120
const REFERENCE_LENGTH = 60

const TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
])
/** The members with these names have values and not schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples'])

/**
 * Makes components of the schemas that stand in several places of the paths and components, names them after
 * the member that has them, and refers to them. `openapi-components.ts` names others.
 */
export function shareSchemas(given: { readonly paths: Named; readonly schemas: Named }) {
  const parts = worthSharing(partsOf({ ...given.paths, ...given.schemas }))
  const shared = shareComponents('schemas', parts, Object.keys(given.schemas))
  const referWithin = (node: unknown): unknown =>
    mapParts(
      node,
      (part) => {
        const reference = shared.refer({ content: part })
        return reference === part ? referWithin(part) : reference
      },
      '',
    )
  const referIn = (named: Named) =>
    Object.fromEntries(Object.entries(named).map(([name, each]) => [name, referWithin(each)]))
  return {
    paths: referIn(given.paths),
    schemas: { ...referIn(given.schemas), ...referIn(shared.components) },
  }
}

/** Returns the schemas to which the rest of the document refers: others would be read by nobody. */
export function findReferred(schemas: Readonly<Record<string, unknown>>, rest: object) {
  const referred = new Set<string>()
  const waiting: unknown[] = [rest]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA_REFERENCE)) {
      if (referred.has(name)) continue
      referred.add(name)
      waiting.push(schemas[name])
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => referred.has(name)))
}

const SCHEMA_REFERENCE = /"#\/components\/schemas\/(\w+)"/g

function worthSharing(parts: readonly Part[]): Part[] {
  const same = Map.groupBy(parts, ({ content }) => JSON.stringify(content))
  return [...same].flatMap(([{ length }, places]) => {
    const saved = (places.length - 1) * length - places.length * REFERENCE_LENGTH
    return length >= ALWAYS_SHARED_LENGTH || saved > 0 ? places : []
  })
}

/** Returns all schemas within the named ones. */
function partsOf(named: Named): Part[] {
  // What stands in a shared schema stands once, however many places have that schema.
  const shared = new Set<string>()
  return Object.entries(named).flatMap(([title, root]) => {
    const parts: Part[] = []
    const owner = title.startsWith('/') ? noun(title) : capital(title)
    const collect = (node: unknown, parent: string): unknown =>
      mapParts(
        node,
        (content, name) => {
          parts.push({
            name: capital(name),
            owner,
            parent,
            isNullable: isNullable(content),
            content,
          })
          const text = JSON.stringify(content)
          if (shared.has(text)) return content
          if (text.length >= ALWAYS_SHARED_LENGTH) shared.add(text)
          return collect(content, name)
        },
        parent,
      )
    collect(root, owner)
    return parts
  })
}

function isNullable(schema: object): boolean {
  const choices: unknown = 'anyOf' in schema ? schema.anyOf : undefined
  const types: unknown = 'type' in schema ? schema.type : undefined
  if (Array.isArray(types)) return types.includes('null')
  return Array.isArray(choices) && choices.some((each) => isRecord(each) && each['type'] === 'null')
}

/**
 * Returns the node with each outermost schema within it replaced. A part without a name of its own has that of its
 * parent.
 */
function mapParts(
  node: unknown,
  replace: (schema: object, name: string) => unknown,
  name: string,
  isMap = false,
): unknown {
  if (Array.isArray(node)) return node.map((each: unknown) => mapPart(each, replace, name))
  if (!isRecord(node)) return node
  const { in: place, name: parameter } = node
  const own = typeof place === 'string' && typeof parameter === 'string' ? parameter : name
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (!isMap && VALUES.has(key)) return [key, value]
      if (key === 'properties' && !isMap) return [key, mapParts(value, replace, own, true)]
      return [key, mapPart(value, replace, isMap ? key : nameWithin(own, key))]
    }),
  )
}

/** An element is named after its list: `links` has schemas called `Links` and `Link`. */
function nameWithin(name: string, key: string): string {
  if (key !== 'items') return name
  const one = singular(name)
  return one === name ? `${name}Item` : one
}

function mapPart(
  value: unknown,
  replace: (schema: object, name: string) => unknown,
  name: string,
): unknown {
  return isLongSchema(value) ? replace(value, name) : mapParts(value, replace, name)
}

function isLongSchema(value: unknown): value is object {
  if (!isRecord(value)) return false
  const types: unknown[] = [value['type']].flat()
  const isSchema =
    'anyOf' in value ||
    'oneOf' in value ||
    'allOf' in value ||
    types.some((type) => TYPES.has(type))
  return isSchema && JSON.stringify(value).length >= SHARED_LENGTH_MIN
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
