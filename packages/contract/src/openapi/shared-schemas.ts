import { shareComponents } from './shared-components.ts'

type Named = Readonly<Record<string, object>>

/** A shorter schema is hardly longer than a reference to it. */
const SHARED_LENGTH_MIN = 120

const TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
])
/** These have values, not schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples'])

/**
 * Makes components of the schemas that stand in several places of the paths and components, named after the
 * member that has them, and refers to them. `openapi-components.ts` names others.
 */
export function shareSchemas(given: { readonly paths: Named; readonly schemas: Named }) {
  const parts = [...partsOf(given.paths), ...partsOf(given.schemas)]
  const shared = shareComponents('schemas', parts, Object.keys(given.schemas))
  const referWithin = (node: unknown): unknown =>
    mapParts(node, (part) => {
      const reference = shared.refer({ content: part })
      return reference === part ? referWithin(part) : reference
    })
  const referIn = (named: Named) =>
    Object.fromEntries(Object.entries(named).map(([name, each]) => [name, referWithin(each)]))
  return {
    paths: referIn(given.paths),
    schemas: { ...referIn(given.schemas), ...referIn(shared.components) },
  }
}

/** The schemas within some named ones. */
function partsOf(named: Named) {
  return Object.entries(named).flatMap(([owner, root]) => {
    const parts: { name: string; owner: string; content: object }[] = []
    const collect = (node: unknown, within: string): unknown =>
      mapParts(
        node,
        (content, name) => {
          parts.push({ name: capital(name), owner: capital(nounOf(owner)), content })
          return collect(content, name)
        },
        within,
      )
    collect(root, owner)
    return parts
  })
}

/** The node with each outermost schema within it replaced. A part without a name of its own has that of its parent. */
function mapParts(
  node: unknown,
  replace: (schema: object, name: string) => unknown,
  name = '',
  isMap = false,
): unknown {
  if (Array.isArray(node)) return node.map((each: unknown) => mapPart(each, replace, name))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]: [string, unknown]) => {
      if (!isMap && VALUES.has(key)) return [key, value]
      if (key === 'properties' && !isMap) return [key, mapParts(value, replace, name, true)]
      return [key, mapPart(value, replace, isMap ? key : name)]
    }),
  )
}

function mapPart(
  value: unknown,
  replace: (schema: object, name: string) => unknown,
  name: string,
): unknown {
  return isLongSchema(value) ? replace(value, name) : mapParts(value, replace, name)
}

function isLongSchema(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const types: unknown[] = 'type' in value ? [value.type].flat() : []
  const isSchema = 'anyOf' in value || 'oneOf' in value || types.some((type) => TYPES.has(type))
  return isSchema && JSON.stringify(value).length >= SHARED_LENGTH_MIN
}

/** The noun of a path, or the name of a component. */
function nounOf(owner: string): string {
  return owner.split('/')[2] ?? owner
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
