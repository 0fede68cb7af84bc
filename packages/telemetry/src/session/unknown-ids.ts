import type { Packet } from '../formats/model.ts'
import { unknownIdsOf } from '../ids/unknown-ids.ts'
import type { TrackedSession } from './state.ts'

const mostIds = 1_000

/** R2: an id that no table knows passes as it is, and is counted. */
export function countUnknownIds(session: TrackedSession, packet: Packet): void {
  for (const { table, id } of unknownIdsOf(packet)) {
    const key = `${table} ${id}`
    const count = session.unknownIds.get(key) ?? 0
    if (count > 0 || session.unknownIds.size < mostIds) session.unknownIds.set(key, count + 1)
  }
}
