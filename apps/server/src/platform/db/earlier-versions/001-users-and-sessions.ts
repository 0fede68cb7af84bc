import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()

  await db.schema
    .createTable('recorder_key')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('user_id', 'uuid', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('last_used_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('recorder_key_user').on('recorder_key').column('user_id').execute()

  await db.schema
    .createTable('session')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('internal_session_id', 'bigint', (column) =>
      column.notNull().unique().generatedAlwaysAsIdentity(),
    )
    .addColumn('game_session_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'uuid', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('live', 'recorded')`),
    )
    .addColumn('track_id', 'smallint', (column) => column.notNull())
    .addColumn('track_name', 'text', (column) => column.notNull())
    .addColumn('session_type', 'smallint', (column) => column.notNull())
    .addColumn('number_of_laps', 'smallint', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ended_at', 'timestamptz')
    .addColumn('game_version', 'smallint', (column) => column.notNull())
    .addColumn('game_build', 'text', (column) => column.notNull())
    .addColumn('packet_format', 'smallint', (column) => column.notNull())
    .addColumn('is_multiplayer', 'boolean', (column) => column.notNull())
    .addColumn('season_link_identifier', 'bigint', (column) => column.notNull())
    .addColumn('weekend_link_identifier', 'bigint', (column) => column.notNull())
    .addColumn('session_link_identifier', 'bigint', (column) => column.notNull())
    .addColumn('start_track_temp', 'smallint', (column) => column.notNull())
    .addColumn('start_air_temp', 'smallint', (column) => column.notNull())
    .addColumn('start_weather', 'smallint', (column) => column.notNull())
    .addColumn('detail', 'bytea')
    .addColumn('detail_etag', 'text')
    .addColumn('capture_key', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('session_user_game_session', ['user_id', 'game_session_id'])
    .addCheckConstraint(
      'session_recorded_has_detail',
      sql`status = 'live' or (detail is not null and detail_etag is not null)`,
    )
    .execute()

  // The text is gzip already: a second compression by the storage would only cost time.
  await sql`alter table session alter column detail set storage external`.execute(db)
  await sql`
    create index session_recorded_newest on session (started_at desc, id desc)
    where status = 'recorded'`.execute(db)
  await sql`create index session_user_newest on session (user_id, started_at desc)`.execute(db)
  await sql`
    create index session_weekend on session (weekend_link_identifier)
    where weekend_link_identifier <> 0`.execute(db)
}
