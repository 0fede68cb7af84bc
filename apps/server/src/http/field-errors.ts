import { LINK_PATTERN } from '@pitboard/contract/league'
import type { Problem } from '@pitboard/contract/problem'

export type FieldError = NonNullable<Problem['errors']>[number]

interface SchemaError {
  keyword: string
  instancePath: string
  message: string
  params: object
}

/**
 * What a schema says is wrong, in words for who sent it. What of a choice did not fit says the rest:
 * that nothing did, and is not null, helps nobody.
 */
export function toFieldErrors(errors: readonly SchemaError[]): FieldError[] {
  const telling = errors.filter(
    (error) =>
      !isOfChoice(error) ||
      !errors.some(
        (other) =>
          !isOfChoice(other) && `${other.instancePath}/`.startsWith(`${error.instancePath}/`),
      ),
  )
  const said = telling.flatMap(saidOf)
  return said.filter(
    ({ path, message }, at) =>
      at === said.findIndex((other) => other.path === path && other.message === message),
  )
}

function isOfChoice({ keyword, params }: SchemaError): boolean {
  return keyword === 'anyOf' || ('type' in params && params.type === 'null')
}

function saidOf({ keyword, instancePath, message, params }: SchemaError): FieldError[] {
  // Said again, by the field's name, as an additional property.
  if (keyword === 'boolean') return []
  if ('requiredProperties' in params) {
    return eachOf(instancePath, params.requiredProperties, 'is missing')
  }
  if ('additionalProperties' in params) {
    return eachOf(instancePath, params.additionalProperties, 'is not known')
  }
  return [{ path: instancePath || '/', message: wordsOf(params) ?? message }]
}

function eachOf(instancePath: string, names: unknown, message: string): FieldError[] {
  if (!Array.isArray(names)) return []
  return names.map((name) => ({ path: `${instancePath}/${name}`, message }))
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be an id (UUID)',
  'date-time': 'must be a time with its zone, like 2026-01-31T20:00:00Z',
}

const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'must not be empty',
  [LINK_PATTERN]: 'must be an http or https address',
}

/** Undefined where the schema's own words do. */
function wordsOf(params: object): string | undefined {
  if ('pattern' in params && typeof params.pattern === 'string') return PATTERNS[params.pattern]
  if ('format' in params && typeof params.format === 'string') return FORMATS[params.format]
  if ('allowedValues' in params && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.join(', ')}`
  }
  return undefined
}
