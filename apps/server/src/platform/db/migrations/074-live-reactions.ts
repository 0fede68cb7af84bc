import { sql, type Kysely } from 'kysely'
import { announceChanges } from '../earlier-versions/004-files-and-changes.ts'

/**
 * Pages learn that somebody has reacted to a league's news, not who, and once a second at most: after a race hundreds react within
 * a minute, and each page reads the counts again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table league_reactions (
      id uuid primary key references league (id) on delete cascade,
      changed_at timestamptz not null
    )`.execute(db)
  await sql`
    comment on table league_reactions is 'When users reacted to the news of a league (id), to within a second.'`.execute(
    db,
  )
  await sql`
    create function note_reaction() returns trigger language plpgsql as $$
    begin
      insert into league_reactions (id, changed_at)
      select id, clock_timestamp() from league
      where id = coalesce(new.league_id, old.league_id) and deleted_at is null and not exists (
        select from league_reactions noted
        where noted.id = league.id and noted.changed_at > clock_timestamp() - interval '1 second')
      on conflict (id) do update set changed_at = excluded.changed_at;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger note_reaction after insert or delete on news_reaction
      for each row execute function note_reaction()`.execute(db)
  await announceChanges(db, {
    table: 'league_reactions',
    name: 'reactions',
    keys: ['id'],
    columns: ['id', 'changed_at'],
  })
}
