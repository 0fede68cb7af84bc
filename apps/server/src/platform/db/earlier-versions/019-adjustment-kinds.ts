import { sql, type Kysely } from 'kysely'

/** The contract knows the kinds of adjustments: a new kind needs no migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table season_adjustment
    drop constraint season_adjustment_kind_check`.execute(db)
}
