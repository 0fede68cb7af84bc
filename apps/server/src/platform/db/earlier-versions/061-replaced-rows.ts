import { sql, type Kysely } from 'kysely'

/**
 * Adds the rows that a change of a league or season replaced, for its undo. Triggers note them while `pitboard.change`
 * names the change; servers of earlier versions name none, and leave what they replaced in the details.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** No undo restores these columns: they have another rule, or the server sets them. */
const OWNED = 'owner_id version visibility created_at updated_at deleted_at search_name'

/** Each entry names the columns that identify a row, and those that are not noted. */
const TABLES: readonly [table: string, key: string, ignored: string, on: string][] = [
  ['league', 'id', OWNED, 'update'],
  ['season', 'id', `${OWNED} dismissed_merges`, 'update'],
  ['season_event', 'id season_id', '', 'insert or update or delete'],
  ['season_session', 'season_id session_id event_id', '', 'insert or update or delete'],
  ['season_sign_up_form', 'season_id', '', 'insert or update or delete'],
  ['season_attendance_rule', 'season_id', '', 'insert or update or delete'],
  // An adjustment is never removed: an undo revokes it.
  ['season_adjustment', 'id season_id', '', 'update of revoked_at, revoked_reason'],
]

const STATEMENTS = [
  // The change itself is stored at its end.
  `create table owner_change_row (
    change_id uuid not null references owner_change on delete cascade deferrable initially deferred,
    place bigint generated always as identity,
    table_name text not null,
    key jsonb not null,
    before jsonb,
    after jsonb,
    primary key (change_id, place)
  )`,
  `create function note_replaced_row() returns trigger language plpgsql as $$
  declare
    was jsonb;
    became jsonb;
    row_key jsonb;
  begin
    if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
    if tg_op <> 'DELETE' then became := to_jsonb(new); end if;
    select jsonb_object_agg(name, coalesce(became, was) -> name) into row_key
      from unnest(string_to_array(tg_argv[0], ' ')) as name;
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, became -> field.key)
        into was, became from jsonb_each(was) as field
        where field.value is distinct from became -> field.key
          and field.key <> all(string_to_array(tg_argv[1], ' '));
      if was is null then return null; end if;
    end if;
    insert into owner_change_row (change_id, table_name, key, before, after)
      values (current_setting('pitboard.change')::uuid, tg_table_name, row_key, was, became);
    return null;
  end $$`,
  ...TABLES.map(
    ([table, key, ignored, on]) => `create trigger note_replaced_row after ${on} on ${table}
      for each row when (current_setting('pitboard.change', true) <> '')
      execute function note_replaced_row('${key}', '${ignored}')`,
  ),
]
