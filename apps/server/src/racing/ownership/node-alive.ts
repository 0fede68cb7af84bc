import { sql } from 'kysely'

/** A stream is free this long after the last heartbeat of its owner, by the database's clock. */
export const FREE_AFTER_SECONDS = 10

/** The expression is true for a row of `node` whose node is alive. */
export const IS_ALIVE = sql<boolean>`coalesce(
  node.seen_at > clock_timestamp() - make_interval(secs => ${sql.lit(FREE_AFTER_SECONDS)}), false)`
