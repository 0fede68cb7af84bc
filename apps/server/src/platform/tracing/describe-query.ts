import type { CompiledQuery } from 'kysely'
import type { SpanAttributes } from './tracing.ts'

/** This much holds the first table of every statement there is. */
const CHARACTERS_MAX = 2_000
/** The lookbehind skips `extract(epoch from …)`. */
const TABLE = /(?<!epoch )\b(?:from|into|update)\s+((?:"?\w+"?\.)?"?\w+"?)/i
const STATEMENT = /^\s*(\w+)/

/** Returns the kind of statement and its first table; never its parameters. */
export function describeQuery({ sql }: CompiledQuery): {
  readonly name: string
  readonly attributes: SpanAttributes
} {
  const text = sql.slice(0, CHARACTERS_MAX)
  const operation = STATEMENT.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const table = TABLE.exec(text)?.[1]?.replaceAll('"', '')
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  }
}
