import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import type { Finisher } from '../../../timing/podium.tsx'

const PLACES = [1, 2, 3] as const

/** Returns the first three of a race as the podium shows them. */
export function finishersOf(podium: readonly StandingsDriver[]): Finisher[] {
  return PLACES.flatMap((position) => {
    const driver = podium[position - 1]
    if (!driver) return []
    return [{ position, name: driver.name, teamColour: driver.teamColour }]
  })
}
