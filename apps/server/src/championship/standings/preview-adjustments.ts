import type { DecisionPreview } from '@pitboard/contract/stewards/decision'
import { classify } from './classify.ts'
import { createDriverIdentifier, createResolveName } from './identify-drivers.ts'
import type { AppliedAdjustment, SeasonInput, SessionInput } from './input.ts'
import { openLedgers } from './ledger.ts'
import { findDriverChanges } from './preview-aliases.ts'

/** Returns how other adjustments would change the result of a session and the drivers' table. */
export function previewAdjustments(
  season: SeasonInput,
  adjustments: readonly AppliedAdjustment[],
  sessionId: string,
): DecisionPreview {
  const session = season.events
    .flatMap(({ sessions }) => sessions)
    .find((one) => one.sessionId === sessionId)
  return {
    results: session ? findMovedCars(season, session, adjustments) : [],
    drivers: findDriverChanges(openLedgers(season), openLedgers({ ...season, adjustments })),
  }
}

function findMovedCars(
  { aliases, adjustments: applied }: SeasonInput,
  session: SessionInput,
  adjustments: readonly AppliedAdjustment[],
): DecisionPreview['results'] {
  const identify = createDriverIdentifier(session, createResolveName(aliases))
  const before = new Map(
    classify(session, applied).map(({ car, position }) => [car.driverIdx, position]),
  )
  return classify(session, adjustments)
    .map(({ car, position }) => ({
      driverIdx: car.driverIdx,
      name: identify(car).name,
      positionBefore: before.get(car.driverIdx) ?? null,
      positionAfter: position,
    }))
    .filter((row) => row.positionBefore !== row.positionAfter)
}
