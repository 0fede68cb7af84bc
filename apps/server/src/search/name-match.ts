import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../db/tables.ts'

/** Of what is typed so much has to be in a name: letters may be swapped, left out, mistaken. */
const LIKENESS_MIN = 0.45
/** Names that are looked at: where more are alike, the words have to be better. */
const ALIKE_MAX = 100
const BEGINNINGS_MAX = 50

/** Names are compared within `work` alone: how is the transaction's. */
export async function comparingNames<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const settings = sql`
      select set_config('pg_trgm.word_similarity_threshold', ${String(LIKENESS_MIN)}, true),
        -- Few rows are wanted, so reading all looks cheap: comparing each is not.
        set_config('enable_seqscan', 'off', true)`
    await settings.execute(transaction)
    return work(transaction)
  })
}

/** As `search_text` makes names, but for accents, for what is typed. */
export function foldName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Where names are looked for, and which rows may be found. */
export interface NamedTable {
  readonly table: 'user' | 'league' | 'season'
  readonly visible: RawBuilder<SqlBool>
}

/**
 * The ids of the rows whose names are most like what was typed, without accents and case: the same,
 * the beginning of it, parts of words, typos included. Only within `comparingNames`.
 */
export async function findNamed(
  db: Db,
  { table, visible }: NamedTable,
  typed: string,
  limit: number,
): Promise<string[]> {
  if (typed === '') return []
  const query = sql<string>`search_text(${typed})`
  const beginning = sql`search_text(${typed.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`
  // Of one or two letters there is no trigram: they begin a word.
  const alike =
    Array.from(typed).length > 2
      ? sql`${query} <% search_name`
      : sql`search_name like '% ' || ${beginning}`
  const rowsOf = (condition: RawBuilder<unknown>, most: number) => sql`(
    select id, search_name from ${sql.table(table)} where ${visible} and ${condition}
    limit ${sql.lit(most)})`
  const { rows } = await sql<{ id: string }>`
    select id from (
      ${rowsOf(sql`search_name = ${query}`, BEGINNINGS_MAX)} union
      ${rowsOf(sql`search_name like ${beginning}`, BEGINNINGS_MAX)} union
      ${rowsOf(alike, ALIKE_MAX)}
    ) as candidate
    order by word_similarity(${query}, search_name) + similarity(${query}, search_name) desc, id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}
