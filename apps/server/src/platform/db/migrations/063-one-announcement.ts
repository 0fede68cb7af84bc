import { sql, type Kysely } from 'kysely'

/** Events that start within a day are announced by the function that announces everything else, to receivers and users at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function announce(of_season uuid, wanted text, about text, more jsonb, unless text default '')
      returns void language plpgsql as $$
    begin
      insert into webhook_delivery (webhook_id, type, subject, season_id, details)
      select webhook.id, wanted, about, of_season, more
      from league_season
      join league on league.id = league_season.league_id and league.deleted_at is null
      join webhook on webhook.league_id = league.id
      where season_id = of_season and state = 'active'
        and types @> jsonb_build_array(wanted) and not types @> jsonb_build_array(unless)
      order by webhook.id
      on conflict do nothing;
      if wanted = 'decision' then
        perform notify_of(of_season, 'ownDecision', about, more);
      elsif wanted in ('live', 'officialResult', 'rosterChange', 'signUpOpen', 'eventIn24h') then
        perform notify_of(of_season, wanted, about, more);
      end if;
    end $$`.execute(db)
}
