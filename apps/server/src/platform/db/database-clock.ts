import { type RawBuilder, sql } from 'kysely'

/** The present is a part of a query. */
export type DatabaseClock = () => RawBuilder<Date>

/** Servers use the database's clock, which is the same for all of them; a test may bring its own. */
export function createDatabaseClock(testClock: (() => Date) | null): DatabaseClock {
  return () => (testClock === null ? sql<Date>`now()` : sql<Date>`${testClock()}::timestamptz`)
}

export function secondsFromNow(
  seconds: number,
  now: DatabaseClock = () => sql<Date>`now()`,
): RawBuilder<Date> {
  return sql`${now()} + ${seconds} * interval '1 second'`
}
