import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { executePrepared } from './prepared-statements.ts'
import type { Db } from './tables.ts'

/** At least this share of the typed text has to be in a name: letters may be swapped, left out or mistaken. */
const LIKENESS_MIN = 0.45
/** This many names are put in order where fewer are asked for. */
const CANDIDATES_MIN = 100
/** One or two letters have no trigram: they match the beginning of a name or word. */
const TRIGRAM = 3

/** Names are compared within `work` alone: how is the transaction's. */
export async function comparingNames<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

/** The trigrams need this; beginnings are found without. */
const COMPARING = sql`
  select set_config('pg_trgm.word_similarity_threshold', ${sql.lit(String(LIKENESS_MIN))}, true),
    -- Few rows are wanted, so reading all until they are found looks cheap: it is not where
    -- a word is rarer than the planner thinks. What the trigrams find is never much.
    set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('jit', 'off', true)`

/** Makes a name of what is typed as `search_text` does, but for accents. */
export function foldName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Names are looked for there, and these rows may be found. */
interface NamedTable {
  readonly table: 'user' | 'league' | 'season'
  readonly visible: RawBuilder<SqlBool>
}

/**
 * Returns the ids of the rows with the names most similar to the text, ignoring accents and case: equal names, then
 * beginnings, words, and names with typos. A more expensive step runs only if the ones before found too few. The caller
 * wraps it in `comparingNames`.
 */
export async function findNamed(
  db: Db,
  { table, visible }: NamedTable,
  typed: string,
  limit: number,
): Promise<string[]> {
  const found = new Set<string>()
  const stages = typed === '' ? [] : stagesOf(typed)
  for (const [place, { condition, first, order, isPrepared }] of stages.entries()) {
    if (place === 1) await executePrepared(db, COMPARING)
    const query = sql<{ id: string }>`
      select id from (
        select id, search_name from ${sql.table(table)} where ${visible} and ${condition}
        ${first} limit ${sql.lit(Math.max(CANDIDATES_MIN, limit))}
      ) as candidate
      order by ${order}, id desc limit ${sql.lit(limit)}`
    const { rows } = await (isPrepared ? executePrepared(db, query) : query.execute(db))
    for (const { id } of rows) found.add(id)
    if (found.size >= limit) break
  }
  return [...found].slice(0, limit)
}

/** Returns what is looked for one after the other, and which of it comes first. */
function stagesOf(typed: string) {
  const query = sql<string>`search_text(${typed})`
  const part = patternOf(typed)
  const whole = sql`' ' || search_name || ' ' like '% ' || ${part} || ' %'`
  const stages = [
    {
      condition: sql`search_name like ${part} || '%'`,
      // This is the order of their index, so no more than the candidates are read.
      first: sql`order by search_name using ~<~`,
      order: sql`search_name = ${query} desc, ${whole} desc, length(search_name)`,
      isPrepared: false,
    },
    {
      first: sql``,
      condition: sql.join(wordConditions(typed.split(' ')), sql` and `),
      order: sql`${whole} desc, length(search_name)`,
      isPrepared: false,
    },
  ]
  if (isShort(typed)) return stages
  const order = sql`word_similarity(${query}, search_name) + similarity(${query}, search_name) desc`
  // A plan for any text serves this one; the others need an index range that only their pattern decides.
  const condition = sql`${query} <% search_name`
  const alike = { first: sql``, condition, order, isPrepared: true }
  return [...stages, alike]
}

/** Each word is somewhere; one without a trigram begins a word, by no index where another has one. */
function wordConditions(words: readonly string[]): RawBuilder<unknown>[] {
  const name = words.every(isShort) ? sql`search_name` : sql`' ' || search_name`
  return words.map((word) =>
    isShort(word)
      ? sql`${name} like '% ' || ${patternOf(word)} || '%'`
      : sql`search_name like '%' || ${patternOf(word)} || '%'`,
  )
}

function isShort(word: string): boolean {
  return Array.from(word).length < TRIGRAM
}

/** Returns what is typed as a part of a pattern: its signs are text. */
function patternOf(typed: string): RawBuilder<string> {
  return sql<string>`search_text(${typed.replaceAll(/[\\%_]/g, '\\$&')})`
}
