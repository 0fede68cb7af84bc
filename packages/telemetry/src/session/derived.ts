import type { TrackedSession } from './state.ts'
import { hidesOvertakes } from './overtakes.ts'
import { isDecided } from './result-gaps.ts'

/** R22: the contract's fields that this session's year or recording made us derive. */
export function derivedFields(session: TrackedSession, isRace: boolean): string[] {
  const { info } = session
  const fields: string[] = []
  const hidesGaps = hidesOvertakes(info.format)
  if (isRace && hidesGaps) fields.push('overtakes')
  if (isRace && (hidesGaps || isDecided(session))) {
    fields.push('drivers.deltaToCarAhead', 'drivers.deltaToLeader')
  }
  if (info.numSafetyCarPeriods === undefined) {
    fields.push('numberOfSafetyCars', 'numberOfVirtualSafetyCars')
  }
  const [timing] = session.cars
  if (timing?.lap?.cornerCuttingWarnings === null) fields.push('drivers.totalCornerCutWarnings')
  if (session.status !== 'live' && session.classifiedAtMs === null) {
    fields.push('drivers.finishingPosition')
    if (isRace) fields.push('drivers.totalRaceTime')
  }
  return fields
}
