import { PenaltyType } from '@pitboard/contract/enumerations'

/** The game's infringement numbers in plain words; they are the same in every format so far. */
const INFRINGEMENTS: readonly string[] = [
  'blocking by slow driving',
  'driving the wrong way',
  'reversing off the start line',
  'causing a big collision',
  'causing a collision',
  'not handing back a position after a collision',
  'not handing back positions after a collision',
  'gaining time by cutting a corner',
  'overtaking by cutting a corner',
  'overtaking several cars by cutting a corner',
  'crossing the pit exit line',
  'ignoring blue flags',
  'ignoring yellow flags',
  'ignoring a drive-through penalty',
  'too many drive-through penalties',
  'drive-through to be served within the next laps',
  'drive-through to be served this lap',
  'speeding in the pit lane',
  'being parked for too long',
  'ignoring the tyre rules',
  'too many penalties',
  'several warnings',
  'being close to disqualification',
  'the tyre rules',
  'the tyre rules',
  'cutting a corner',
  'running wide',
  'gaining a little time by running wide',
  'gaining much time by running wide',
  'gaining very much time by running wide',
  'riding the wall',
  'a flashback',
  'a reset to the track',
  'blocking the pit lane',
  'a jump start',
  'a collision behind the safety car',
  'overtaking behind the safety car',
  'exceeding the pace behind the safety car',
  'exceeding the pace of the virtual safety car',
  'being too slow on the formation lap',
  'parking on the formation lap',
  'a mechanical failure',
  'terminal damage',
  'falling too far behind the safety car',
  'the black flag timer',
  'an unserved stop-and-go penalty',
  'an unserved drive-through penalty',
  'an engine component change',
  'a gearbox change',
  'a parc fermé change',
  'a league grid penalty',
  'a retry',
  'an illegal time gain',
  'the mandatory pit stop',
  'an attribute',
]

/** "cutting a corner", or null for a number the game added since. */
export function infringementWords(infringementType: number): string | null {
  return INFRINGEMENTS[infringementType] ?? null
}

const PENALTIES: Readonly<Record<number, string>> = {
  [PenaltyType.DriveThrough]: 'Drive-through penalty',
  [PenaltyType.StopGo]: 'Stop-and-go penalty',
  [PenaltyType.GridPenalty]: 'Grid penalty',
  [PenaltyType.PenaltyReminder]: 'Penalty reminder',
  [PenaltyType.TimePenalty]: 'Time penalty',
  [PenaltyType.Warning]: 'Warning',
  [PenaltyType.Disqualified]: 'Disqualified',
  [PenaltyType.RemovedFromFormationLap]: 'Removed from the formation lap',
  [PenaltyType.ParkedTooLongTimer]: 'Parked for too long',
  [PenaltyType.TyreRegulations]: 'Penalty by the tyre rules',
  [PenaltyType.ThisLapInvalidated]: 'Lap invalidated',
  [PenaltyType.ThisAndNextLapInvalidated]: 'This and the next lap invalidated',
  [PenaltyType.ThisLapInvalidatedWithoutReason]: 'Lap invalidated',
  [PenaltyType.ThisAndNextLapInvalidatedWithoutReason]: 'This and the next lap invalidated',
  [PenaltyType.ThisAndPreviousLapInvalidated]: 'This and the previous lap invalidated',
  [PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason]: 'This and the previous lap invalidated',
  [PenaltyType.Retired]: 'Retired',
  [PenaltyType.BlackFlagTimer]: 'Black flag',
}

/** "5 s time penalty", "Drive-through penalty". */
export function penaltyWords(penaltyType: number, seconds: number | null): string {
  if (penaltyType === PenaltyType.TimePenalty && seconds !== null) return `${seconds} s penalty`
  return PENALTIES[penaltyType] ?? 'Penalty'
}
