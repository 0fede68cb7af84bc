import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'

export type Row = Readonly<Record<string, unknown>>

/** The audience of a row is the users who may see it. */
export type Audience =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'some'
      readonly userIds: readonly unknown[]
      /** Knowing the id is enough to watch the row. */
      readonly orNamedById: boolean
    }

export interface WatchedTable {
  /** The table has this name in the database. */
  readonly table: string
  /** The columns are visible, with PostgreSQL's types; the triggers announce the same. */
  readonly columns: Readonly<Record<string, string>>
  /** Uses only keys, because a deleted row has nothing else. */
  audienceOf(row: Row): Audience
  /** Reads the users whom a role in a league lets read a row that is not for everyone. */
  readMemberIds?(db: Db, id: string): Promise<string[]>
  /** Its rows concern those of this other table with the same id: who may see these may see them. */
  readonly concerns?: string
}

const EVERYONE: Audience = { kind: 'everyone' }
const NOBODY: Audience = { kind: 'some', userIds: [], orNamedById: false }

/** Clients can watch these tables; the keys are their names for clients. */
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
      // A deleted league has them too: its members get its deletion.
      readMemberIds: async (db, id) =>
        readUserIds(db, sql`select user_id from league_member where league_id = ${id}::uuid`),
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
      readMemberIds: async (db, id) =>
        readUserIds(
          db,
          sql`select unnest(array_append(array(
              select user_id from league_member where league_id = league.id), owner_id)) as user_id
            from league_season join league on league.id = league_id and league.deleted_at is null
            where season_id = ${id}::uuid`,
        ),
    },
  ],
  [
    'reactions',
    {
      table: 'league_reactions',
      columns: { id: 'uuid', changed_at: 'timestamptz' },
      audienceOf: () => NOBODY,
      concerns: 'leagues',
    },
  ],
])

async function readUserIds(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`${query}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Reads the audience of a row, including the members of its leagues. */
export async function readAudience(db: Db, table: WatchedTable, row: Row): Promise<Audience> {
  const audience = table.audienceOf(row)
  const id = row['id']
  const concerned = WATCHED_TABLES.get(table.concerns ?? '')
  if (concerned && typeof id === 'string') {
    const other = await readRow(db, concerned, id)
    return other ? readAudience(db, concerned, other) : NOBODY
  }
  if (audience.kind === 'everyone' || !table.readMemberIds || typeof id !== 'string') {
    return audience
  }
  const memberIds = await table.readMemberIds(db, id)
  return { ...audience, userIds: [...audience.userIds, ...memberIds] }
}

/** Reads the row of an announcement that was too large to contain it. */
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
