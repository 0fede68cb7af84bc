import { sql } from 'kysely'

/** For a row of a job table whose job has failed: the wait doubles from 30 s to an hour. */
export const RETRY_LATER = {
  attempts: sql<number>`attempts + 1`,
  next_attempt_at: sql<Date>`now() + least(
    interval '1 hour', interval '30 seconds' * power(2, least(attempts, 10)))`,
}
