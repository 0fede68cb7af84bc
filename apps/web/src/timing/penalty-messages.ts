import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import type { Text, PlainKey } from '../messages/create-text.ts'

/** They are the game's infringement numbers, which are the same in every format so far. */
const INFRINGEMENTS: readonly PlainKey[] = [
  'penalties.blockedSlow',
  'penalties.blockedWrongWay',
  'penalties.reversedOffStart',
  'penalties.bigCollision',
  'penalties.smallCollision',
  'penalties.positionNotHandedBack',
  'penalties.positionsNotHandedBack',
  'penalties.cutGainedTime',
  'penalties.cutOvertake',
  'penalties.cutOvertakes',
  'penalties.crossedPitExit',
  'penalties.ignoredBlueFlags',
  'penalties.ignoredYellowFlags',
  'penalties.ignoredDriveThrough',
  'penalties.tooManyDriveThroughs',
  'penalties.driveThroughSoon',
  'penalties.driveThroughNow',
  'penalties.pitLaneSpeeding',
  'penalties.parkedTooLong',
  'penalties.ignoredTyreRules',
  'penalties.tooManyPenalties',
  'penalties.severalWarnings',
  'penalties.nearDisqualification',
  'penalties.tyreRules',
  'penalties.tyreRules',
  'penalties.cutCorner',
  'penalties.ranWide',
  'penalties.ranWideLittle',
  'penalties.ranWideMuch',
  'penalties.ranWideVeryMuch',
  'penalties.wallRiding',
  'penalties.usedFlashback',
  'penalties.resetToTrack',
  'penalties.blockedPitLane',
  'penalties.jumpStart',
  'penalties.safetyCarCollision',
  'penalties.safetyCarOvertake',
  'penalties.safetyCarPace',
  'penalties.virtualSafetyCarPace',
  'penalties.formationTooSlow',
  'penalties.formationParking',
  'penalties.mechanicalFailure',
  'penalties.terminalDamage',
  'penalties.safetyCarTooFar',
  'penalties.blackFlagTime',
  'penalties.unservedStopGo',
  'penalties.unservedDriveThrough',
  'penalties.engineChange',
  'penalties.gearboxChange',
  'penalties.parcFerme',
  'penalties.leagueGridPenalty',
  'penalties.retryPenalty',
  'penalties.illegalTimeGain',
  'penalties.mandatoryPitStop',
  'penalties.attributeAssigned',
]

/** Returns a text such as "cutting a corner", or null for a number the game added since. */
export function infringementWords(infringementType: number, t: Text): string | null {
  const key = INFRINGEMENTS[infringementType]
  return key === undefined ? null : t(key)
}

const PENALTIES: Readonly<Record<number, PlainKey>> = {
  [PenaltyType.DriveThrough]: 'penalties.driveThrough',
  [PenaltyType.StopGo]: 'penalties.stopGo',
  [PenaltyType.GridPenalty]: 'penalties.gridPenalty',
  [PenaltyType.PenaltyReminder]: 'penalties.penaltyReminder',
  [PenaltyType.TimePenalty]: 'penalties.timePenalty',
  [PenaltyType.Warning]: 'timing.warning',
  [PenaltyType.Disqualified]: 'timing.disqualified',
  [PenaltyType.RemovedFromFormationLap]: 'penalties.removedFromFormation',
  [PenaltyType.ParkedTooLongTimer]: 'penalties.parkedTooLongPenalty',
  [PenaltyType.TyreRegulations]: 'penalties.tyreRulesPenalty',
  [PenaltyType.ThisLapInvalidated]: 'penalties.lapInvalidated',
  [PenaltyType.ThisAndNextLapInvalidated]: 'penalties.thisAndNextLapInvalidated',
  [PenaltyType.ThisLapInvalidatedWithoutReason]: 'penalties.lapInvalidated',
  [PenaltyType.ThisAndNextLapInvalidatedWithoutReason]: 'penalties.thisAndNextLapInvalidated',
  [PenaltyType.ThisAndPreviousLapInvalidated]: 'penalties.thisAndLastLapInvalidated',
  [PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason]: 'penalties.thisAndLastLapInvalidated',
  [PenaltyType.Retired]: 'timing.retired',
  [PenaltyType.BlackFlagTimer]: 'penalties.blackFlag',
}

/** Returns a text such as "5 s time penalty" or "Drive-through penalty". */
export function penaltyWords(penaltyType: number, seconds: number | null, t: Text): string {
  if (penaltyType === PenaltyType.TimePenalty && seconds !== null) {
    return t('penalties.secondsPenalty', { seconds })
  }
  return t(PENALTIES[penaltyType] ?? 'penalties.anyPenalty')
}
