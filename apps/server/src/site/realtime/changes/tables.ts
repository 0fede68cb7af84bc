import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'

export type Row = Readonly<Record<string, unknown>>

/** Who may know of a row. */
export type Audience =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'some'
      readonly userIds: readonly unknown[]
      /** Whoever knows the id was given it: he may watch that row. */
      readonly orNamedById: boolean
    }

export interface WatchedTable {
  /** As the database calls it. */
  readonly table: string
  /** What clients see, with PostgreSQL's types; the announcements of the migrations hold the same. */
  readonly columns: Readonly<Record<string, string>>
  /** Decided by what announcements of removed rows hold too: the keys. */
  audienceOf(row: Row): Audience
}

const EVERYONE: Audience = { kind: 'everyone' }

/** The tables that can be watched, by the names clients use. */
export const WATCHED_TABLES: ReadonlyMap<string, WatchedTable> = new Map<string, WatchedTable>([
  [
    'profiles',
    {
      table: 'user',
      columns: { id: 'uuid', username: 'text', avatar_url: 'text', updated_at: 'timestamptz' },
      audienceOf: () => EVERYONE,
    },
  ],
  [
    'sessions',
    {
      table: 'session',
      columns: {
        id: 'uuid',
        internal_session_id: 'int8',
        game_session_id: 'text',
        user_id: 'uuid',
        status: 'text',
        track_id: 'int2',
        track_name: 'text',
        session_type: 'int2',
        number_of_laps: 'int2',
        started_at: 'timestamptz',
        ended_at: 'timestamptz',
        game_version: 'int2',
        is_multiplayer: 'bool',
        season_link_identifier: 'int8',
        weekend_link_identifier: 'int8',
        session_link_identifier: 'int8',
      },
      audienceOf: () => EVERYONE,
    },
  ],
  [
    'leagues',
    {
      table: 'league',
      columns: {
        id: 'uuid',
        name: 'text',
        owner_id: 'uuid',
        is_public: 'bool',
        updated_at: 'timestamptz',
      },
      audienceOf: ({ owner_id, is_public }) =>
        is_public === true ? EVERYONE : { kind: 'some', userIds: [owner_id], orNamedById: false },
    },
  ],
  [
    'seasons',
    {
      table: 'season',
      columns: {
        id: 'uuid',
        name: 'text',
        owner_id: 'uuid',
        visibility: 'text',
        updated_at: 'timestamptz',
      },
      audienceOf: ({ owner_id, visibility }) =>
        visibility === 'listed'
          ? EVERYONE
          : { kind: 'some', userIds: [owner_id], orNamedById: visibility === 'link' },
    },
  ],
])

/** A row as an announcement would have told it, had it not been too large. */
export async function readRow(
  db: Db,
  { table, columns }: WatchedTable,
  id: string,
): Promise<Row | undefined> {
  const pairs = Object.keys(columns).flatMap((name) => [sql.lit(name), sql.ref(name)])
  const { rows } = await sql<{ row: Row }>`
    select jsonb_build_object(${sql.join(pairs)}) as row from ${sql.table(table)}
    where id = ${id}::uuid`.execute(db)
  return rows[0]?.row
}
