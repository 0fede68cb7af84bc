import { type TSchema, Type } from 'typebox'
import { describeSampleText } from './sample-texts.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const INSTANT = '2026-03-08T20:00:00Z'

/**
 * Returns a body that a schema allows, for the documents: every member has a value that its name suggests.
 * What the schema names as an example, a default or a choice takes precedence.
 */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const parts = new Map<string, unknown>(Object.entries(schema))
  const [given] = listOf(parts.get('examples'))
  if (given !== undefined) return given
  if (parts.has('default')) return parts.get('default')
  if (parts.has('const')) return parts.get('const')
  const [choice] = listOf(parts.get('enum'))
  if (choice !== undefined) return choice
  if (Type.IsUnion(schema)) {
    const meant = schema.anyOf.find((each) => !Type.IsNull(each))
    return meant === undefined ? null : exampleOf(meant, name)
  }
  if (Type.IsObject(schema)) {
    const members = Object.entries(schema.properties)
    return Object.fromEntries(members.map(([key, each]) => [key, exampleOf(each, key)]))
  }
  if (Type.IsArray(schema)) {
    const least = parts.get('minItems')
    const length = typeof least === 'number' ? Math.max(1, least) : 1
    return Array.from({ length }, () => exampleOf(schema.items, name))
  }
  if (Type.IsTuple(schema)) return schema.items.map((each) => exampleOf(each, name))
  if (Type.IsBoolean(schema)) return true
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return numberOf(parts)
  if (Type.IsString(schema)) return textOf(parts, name)
  return Type.IsNull(schema) ? null : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function numberOf(parts: ReadonlyMap<string, unknown>): number {
  const least = parts.get('minimum')
  const most = parts.get('maximum')
  const low = typeof least === 'number' ? least : 1
  return typeof most === 'number' ? Math.min(most, Math.max(low, 1)) : Math.max(low, 1)
}

function textOf(parts: ReadonlyMap<string, unknown>, name: string): string {
  const format = parts.get('format')
  if (format === 'uuid') return ID
  if (format === 'date-time') return INSTANT
  const pattern = parts.get('pattern')
  const most = parts.get('maxLength')
  const text = describeSampleText(name, typeof pattern === 'string' ? pattern : null)
  return typeof most === 'number' ? text.slice(0, most) : text
}
