import { sql, type Kysely } from 'kysely'

/**
 * Adds the times of a lap in its mini-sectors, and what its trace contradicts. Traces from before have neither until
 * `npm run reprocess`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lap_trace
    add column mini_sectors_ms integer[],
    add column contradiction text`.execute(db)
}
