import type { MiniSectors } from '@pitboard/contract/live/mini-sectors'
import { withoutCopy } from './driver.ts'
import { isListed } from '../state/queries.ts'
import type { TrackedSession } from '../state/state.ts'

/** R28: returns the mini-sectors of each listed driver, in the order of the document. */
export function miniSectorsOf(session: TrackedSession): MiniSectors {
  return session.cars
    .filter((car) => isListed(session, car))
    .map((car) => withoutCopy(car.miniSectors.statuses))
}
