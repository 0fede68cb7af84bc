import type { LiveSession } from '@pitboard/contract/live/live'
import {
  type StintEnd,
  type StintOutlook,
  stintOutlooksOf,
} from '@pitboard/analysis/outlook/stint-outlook'
import { type Undercut, undercutsOf } from '@pitboard/analysis/outlook/undercut'
import type { PlainKey } from '../../messages/create-text.ts'
import { worstWear } from '../live/car-figures.ts'
import { standingOf } from '../race/standing.ts'
import { type Derivation, gapsKey } from './use-derived.ts'

export interface CarOutlook {
  /** The car is `drivers[place]`. */
  readonly place: number
  readonly stint: StintOutlook | null
  readonly undercut: Undercut | null
}

/** The leader comes first, as far as something is known of their tyres. */
export const CAR_OUTLOOKS: Derivation<readonly CarOutlook[]> = {
  keyOf(session) {
    const cars = session.drivers.map(
      ({ tyreWear, currentTyreAgeLaps, sector }) =>
        `${tyreWear && worstWear(tyreWear)}:${currentTyreAgeLaps}:${sector}`,
    )
    return [gapsKey(session), ...cars].join()
  },
  derive: outlooksOf,
}

function outlooksOf(session: LiveSession): readonly CarOutlook[] {
  const stints = stintOutlooksOf(session)
  const undercuts = undercutsOf(session)
  return standingOf(session)
    .order.map((place) => ({
      place,
      stint: stints[place] ?? null,
      undercut: undercuts[place] ?? null,
    }))
    .filter(({ stint, undercut }) => stint ?? undercut)
}

export const STINT_END_REASONS = {
  others: 'panels.endsByOthers',
  wear: 'panels.endsByWear',
  finish: 'panels.endsByFinish',
} as const satisfies Readonly<Record<StintEnd['reason'], PlainKey>>
