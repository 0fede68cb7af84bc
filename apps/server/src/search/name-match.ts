import { sql, type RawBuilder, type SqlBool } from 'kysely'

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
