import type { CompiledQuery, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from './tables.ts'

/** Each connection stores them. A query that gets another text for each call must not fill its memory. */
const STATEMENTS_MAX = 100

/** The map has the name of each statement by the text of the query. */
const names = new Map<string, string>()
let unprepared = 0

/** Returns how many queries have found no place among the stored statements. */
export function countUnprepared(): number {
  return unprepared
}

/**
 * Runs a query of which each connection stores the plan. It is for queries that take as long to plan as to
 * execute. Their text has to be constant: values are parameters.
 */
export function executePrepared<T>(
  db: Db,
  query: { compile(db: Db): CompiledQuery<T> },
): Promise<QueryResult<T>> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql)) {
    if (names.size < STATEMENTS_MAX) names.set(compiled.sql, `pitboard_${names.size}`)
    else unprepared++
  }
  return db.executeQuery(compiled)
}

/** Makes a new connection send the queries of `executePrepared` as named statements: Kysely passes no names. */
export function nameStatements(client: PoolClient): void {
  client.query = new Proxy(client.query, {
    apply(query, self, [text, ...rest]: unknown[]): unknown {
      const name = typeof text === 'string' ? names.get(text) : undefined
      if (name === undefined) return Reflect.apply(query, self, [text, ...rest])
      const [values] = rest
      return Reflect.apply(query, self, [{ name, text, values }])
    },
  })
}
