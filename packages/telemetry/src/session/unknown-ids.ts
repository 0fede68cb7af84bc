import type { TrackedSession } from './state.ts'

/** R2: an id that no table knows passes as it is, and is counted. */
export function countUnknown(session: TrackedSession, table: string, id: number): void {
  const key = `${table} ${id}`
  session.unknownIds.set(key, (session.unknownIds.get(key) ?? 0) + 1)
}
