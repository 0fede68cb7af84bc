import { sql, type Kysely } from 'kysely'

/** Stores names in the form that comparisons need: computing it for each row took most of the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  const trgm = rows[0]?.schema ?? 'public'
  for (const statement of [...names(trgm), ...LISTS]) await sql.raw(statement).execute(db)
}

function names(trgm: string): string[] {
  return [
    ['"user"', 'username', 'search_name is not null'],
    ['league', 'name', 'deleted_at is null'],
    ['season', 'name', 'deleted_at is null'],
  ].flatMap(([table = '', column, where]) => {
    const name = table.replaceAll('"', '')
    return [
      `alter table ${table}
        add column search_name text generated always as (search_text(${column})) stored`,
      `drop index ${name}_search`,
      `create index ${name}_search on ${table} using gin (search_name ${trgm}.gin_trgm_ops)
        where ${where}`,
      `create index ${name}_search_beginning on ${table} (search_name text_pattern_ops)
        where ${where}`,
    ]
  })
}

/** The index serves signed-in users too: their own private leagues are in the list. */
const LISTS = [
  `drop index league_newest`,
  `create index league_newest on league (id desc) include (is_public, owner_id)
    where deleted_at is null`,
]
