import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../db/tables.ts'

/** Of what is typed so much has to be in a name: letters may be swapped, left out, mistaken. */
const LIKENESS_MIN = 0.45

/** Names are compared within `work` alone: the measure is the transaction's. */
export async function comparingNames<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local pg_trgm.word_similarity_threshold = ${sql.lit(LIKENESS_MIN)}`.execute(
      transaction,
    )
    return work(transaction)
  })
}

/** As `search_text` makes names, for what is typed. */
export function foldName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/**
 * Whether a name is like what was typed: parts of words, without accents and case, typos included.
 * Of one or two letters it is the beginning of a word.
 */
export function nameMatches(name: RawBuilder<string>, typed: string): RawBuilder<SqlBool> {
  if (Array.from(typed).length > 2) {
    return sql`search_text(${typed}) <% search_text(${name})`
  }
  const pattern = typed.replaceAll(/[\\%_]/g, '\\$&')
  return sql`(search_text(${name}) like search_text(${pattern}) || '%'
    or search_text(${name}) like '% ' || search_text(${pattern}) || '%')`
}

/** Higher is better: what is typed first of all as a whole, then how much of it is there. */
export function nameRank(name: RawBuilder<string>, typed: string): RawBuilder<number> {
  return sql`word_similarity(search_text(${typed}), search_text(${name}))
    + similarity(search_text(${typed}), search_text(${name}))`
}
