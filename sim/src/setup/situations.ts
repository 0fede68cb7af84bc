/**
 * What makes a session awkward to record (`docs/decisions/013-scenarios.md`). Each can be
 * switched on singly; `drawScenario` combines them at random.
 */
export const situations = [
  // What happens on the track.
  'pitStops',
  'neighbouringStops',
  'stopGo',
  'weather',
  'warnings',
  'penalties',
  'jumpStart',
  'unservedPenalty',
  'disqualification',
  'notClassified',
  'retirement',
  'retiredInPits',
  'lappedCars',
  'longSector',
  'formationLap',
  'idleCars',
  'ghosts',
  'safetyCar',
  'virtualSafetyCar',
  'redFlag',
  'takeover',
  'seatReused',
  'seatReusedEarly',
  'rejoinedElsewhere',
  // Drivers, and what the game sends about them.
  'hiddenNames',
  'equalDrivers',
  'foreignNames',
  'restricted',
  'earlyWrongAi',
  'lateStaleAi',
  'spectating',
  // What the player does.
  'pause',
  'restartFromMenu',
  'restartFromPause',
  'saveReload',
  'flashback',
  'flashbackChain',
  'flashbackOverLine',
  'flashbackUndoes',
  'flashbackIntoLongLap',
  'leftEarly',
  'rejoined',
  // What the stream does.
  'lobby',
  'leftoverResults',
  'eventsOnly',
  'emptyFirstPackets',
  'lateRecorder',
  'lateInPits',
  'lateBetweenStops',
  'lateOnFormationLap',
  'lateInLongLap',
  'outage',
  'outageInPits',
  'outageOnInLap',
  'lapDataFirst',
  'anyOrderInFrame',
  'missedLastLap',
  'uidZeroHistory',
  'historiesMissing',
  'historiesRepeat',
  'historiesShrink',
  'classificationRepeated',
  'classificationMissing',
  'penaltiesTwice',
  'penaltyBurst',
  'penaltiesAfterEnd',
] as const

export type Situation = (typeof situations)[number]

export const sessionKinds = [
  'practice',
  'qualifying1',
  'qualifying2',
  'qualifying3',
  'shortQualifying',
  'oneShotQualifying',
  'sprintShootout',
  'sprint',
  'race',
  'timeTrial',
] as const

export type SessionKind = (typeof sessionKinds)[number]

export function isRaceKind(kind: SessionKind): boolean {
  return kind === 'race' || kind === 'sprint'
}

export const sprintWeekend: readonly SessionKind[] = [
  'practice',
  'sprintShootout',
  'sprint',
  'qualifying1',
  'qualifying2',
  'qualifying3',
  'race',
]
