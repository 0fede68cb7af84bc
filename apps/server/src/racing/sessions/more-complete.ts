import type { SessionDetail } from '@pitboard/contract/session'
import type { Db } from '../../platform/db/tables.ts'
import { ownDocument } from './document.ts'

/** The recording under this id says more of the session than `detail` does. */
export async function hasFullerRecording(
  db: Db,
  id: string,
  detail: SessionDetail,
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select(['detail', 'own_detail'])
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .executeTakeFirst()
  const stored = row && (await ownDocument(row))
  return stored !== undefined && isFuller(stored, detail)
}

/** First the result, then the laps: half a race that is sent later never replaces the whole. */
export function isFuller(a: SessionDetail, b: SessionDetail): boolean {
  if (a.classification !== b.classification) return a.classification === 'final'
  return knownLaps(a) > knownLaps(b)
}

function knownLaps({ drivers }: SessionDetail): number {
  const laps = drivers.flatMap(({ lapTimes }) => lapTimes)
  return laps.filter(({ lapTime }) => lapTime !== null).length
}
