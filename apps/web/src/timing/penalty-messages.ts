import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import type { Text, PlainKey } from '../messages/create-text.ts'

/** The game's infringement numbers; they are the same in every format so far. */
const INFRINGEMENTS: readonly PlainKey[] = [
  'timing.blockedSlow',
  'timing.blockedWrongWay',
  'timing.reversedOffStart',
  'timing.bigCollision',
  'timing.smallCollision',
  'timing.positionNotHandedBack',
  'timing.positionsNotHandedBack',
  'timing.cutGainedTime',
  'timing.cutOvertake',
  'timing.cutOvertakes',
  'timing.crossedPitExit',
  'timing.ignoredBlueFlags',
  'timing.ignoredYellowFlags',
  'timing.ignoredDriveThrough',
  'timing.tooManyDriveThroughs',
  'timing.driveThroughSoon',
  'timing.driveThroughNow',
  'timing.pitLaneSpeeding',
  'timing.parkedTooLong',
  'timing.ignoredTyreRules',
  'timing.tooManyPenalties',
  'timing.severalWarnings',
  'timing.nearDisqualification',
  'timing.tyreRules',
  'timing.tyreRules',
  'timing.cutCorner',
  'timing.ranWide',
  'timing.ranWideLittle',
  'timing.ranWideMuch',
  'timing.ranWideVeryMuch',
  'timing.wallRiding',
  'timing.usedFlashback',
  'timing.resetToTrack',
  'timing.blockedPitLane',
  'timing.jumpStart',
  'timing.safetyCarCollision',
  'timing.safetyCarOvertake',
  'timing.safetyCarPace',
  'timing.virtualSafetyCarPace',
  'timing.formationTooSlow',
  'timing.formationParking',
  'timing.mechanicalFailure',
  'timing.terminalDamage',
  'timing.safetyCarTooFar',
  'timing.blackFlagTime',
  'timing.unservedStopGo',
  'timing.unservedDriveThrough',
  'timing.engineChange',
  'timing.gearboxChange',
  'timing.parcFerme',
  'timing.leagueGridPenalty',
  'timing.retryPenalty',
  'timing.illegalTimeGain',
  'timing.mandatoryPitStop',
  'timing.attributeAssigned',
]

/** "cutting a corner", or null for a number the game added since. */
export function infringementWords(infringementType: number, text: Text): string | null {
  const key = INFRINGEMENTS[infringementType]
  return key === undefined ? null : text(key)
}

const PENALTIES: Readonly<Record<number, PlainKey>> = {
  [PenaltyType.DriveThrough]: 'timing.driveThrough',
  [PenaltyType.StopGo]: 'timing.stopGo',
  [PenaltyType.GridPenalty]: 'timing.gridPenalty',
  [PenaltyType.PenaltyReminder]: 'timing.penaltyReminder',
  [PenaltyType.TimePenalty]: 'timing.timePenalty',
  [PenaltyType.Warning]: 'timing.warning',
  [PenaltyType.Disqualified]: 'timing.disqualified',
  [PenaltyType.RemovedFromFormationLap]: 'timing.removedFromFormation',
  [PenaltyType.ParkedTooLongTimer]: 'timing.parkedTooLongPenalty',
  [PenaltyType.TyreRegulations]: 'timing.tyreRulesPenalty',
  [PenaltyType.ThisLapInvalidated]: 'timing.lapInvalidated',
  [PenaltyType.ThisAndNextLapInvalidated]: 'timing.thisAndNextLapInvalidated',
  [PenaltyType.ThisLapInvalidatedWithoutReason]: 'timing.lapInvalidated',
  [PenaltyType.ThisAndNextLapInvalidatedWithoutReason]: 'timing.thisAndNextLapInvalidated',
  [PenaltyType.ThisAndPreviousLapInvalidated]: 'timing.thisAndLastLapInvalidated',
  [PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason]: 'timing.thisAndLastLapInvalidated',
  [PenaltyType.Retired]: 'timing.retired',
  [PenaltyType.BlackFlagTimer]: 'timing.blackFlag',
}

/** "5 s time penalty", "Drive-through penalty". */
export function penaltyWords(penaltyType: number, seconds: number | null, text: Text): string {
  if (penaltyType === PenaltyType.TimePenalty && seconds !== null) {
    return text('timing.secondsPenalty', { seconds })
  }
  return text(PENALTIES[penaltyType] ?? 'timing.anyPenalty')
}
