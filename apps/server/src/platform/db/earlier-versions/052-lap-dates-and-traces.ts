import { sql, type Kysely } from 'kysely'

/**
 * Each driven lap also stores when its session started (null unless it is recorded) and whether the lap has a trace:
 * lists of laps then read neither sessions nor traces. Triggers write both, so they are right whichever server stores
 * the laps.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table driven_lap
    add column driven_at timestamptz,
    add column has_trace boolean not null default false`.execute(db)
  for (const statement of [...TRIGGERS, ...BACKFILL]) await sql.raw(statement).execute(db)
}

const TRIGGERS = [
  `create function complete_driven_lap() returns trigger language plpgsql as $$
  begin
    new.driven_at := (select started_at from session
      where id = new.session_id and status = 'recorded');
    new.has_trace := exists (select from lap_trace as trace
      where trace.session_id = new.session_id and trace.driver_idx = new.driver_idx
        and trace.lap_num = new.lap_num);
    return new;
  end $$`,
  `create trigger complete_driven_lap before insert on driven_lap
    for each row execute function complete_driven_lap()`,
  `create function note_traces() returns trigger language plpgsql as $$
  begin
    update driven_lap as lap set has_trace = tg_op = 'INSERT'
    from changed
    where lap.session_id = changed.session_id and lap.driver_idx = changed.driver_idx
      and lap.lap_num = changed.lap_num;
    return null;
  end $$`,
  `create trigger note_new_traces after insert on lap_trace
    referencing new table as changed for each statement execute function note_traces()`,
  `create trigger note_deleted_traces after delete on lap_trace
    referencing old table as changed for each statement execute function note_traces()`,
  `create function note_session_start() returns trigger language plpgsql as $$
  begin
    update driven_lap
    set driven_at = case when new.status = 'recorded' then new.started_at end
    where session_id = new.id;
    return null;
  end $$`,
  `create trigger note_session_start after update of status, started_at on session for each row
    when (old.started_at <> new.started_at or old.status <> new.status)
    execute function note_session_start()`,
]

/** Lists of bests show these columns of a lap. */
const SHOWN = `driver_idx, sector1_time_ms, sector2_time_ms, sector3_time_ms, tyre_compound,
  tyre_age_laps, has_trace, driven_at`

/** The indexes of bests have the new columns too: they are dropped meanwhile, so that it takes less time. */
const BACKFILL = [
  `drop index driven_lap_record, driven_lap_best`,
  `update driven_lap as lap set driven_at = session.started_at,
      has_trace = exists (select from lap_trace as trace
        where trace.session_id = lap.session_id and trace.driver_idx = lap.driver_idx
          and trace.lap_num = lap.lap_num)
    from session where session.id = lap.session_id and session.status = 'recorded'`,
  `create index driven_lap_record on driven_lap
    (game_version, session_kind, tyre_class, weather, track_id, lap_time_ms, session_id, lap_num)
    include (user_id, ${SHOWN}) where is_best`,
  `create index driven_lap_best on driven_lap
    (user_id, game_version desc, track_id, session_kind, tyre_class, weather)
    include (session_id, lap_num, lap_time_ms, ${SHOWN}) where is_best`,
]
