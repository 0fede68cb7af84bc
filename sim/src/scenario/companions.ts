import { situations, type Situation } from '../situations.ts'

const everySession: readonly Situation[] = [
  'warnings',
  'hiddenNames',
  'equalDrivers',
  'foreignNames',
  'restricted',
  'earlyWrongAi',
  'lateStaleAi',
  'spectating',
  'pause',
  'restartFromMenu',
  'restartFromPause',
  'lobby',
  'leftoverResults',
  'eventsOnly',
  'emptyFirstPackets',
  'lateRecorder',
  'outage',
  'lapDataFirst',
  'anyOrderInFrame',
  'leftEarly',
  'uidZeroHistory',
  'historiesRepeat',
  'historiesShrink',
  'classificationRepeated',
  'classificationMissing',
  'penaltiesTwice',
]

/** What a situation needs to be one: nothing can be undone or repeated that did not happen. */
const needs: Readonly<Partial<Record<Situation, readonly Situation[]>>> = {
  flashbackUndoes: ['penalties', 'warnings', 'disqualification'],
  penaltiesTwice: ['penalties', 'warnings'],
  penaltyBurst: ['penalties', 'warnings'],
  penaltiesAfterEnd: ['penalties', 'warnings'],
  unservedPenalty: ['penalties'],
  flashbackIntoLongLap: ['longSector'],
  lateInLongLap: ['longSector'],
  lateInPits: ['pitStops'],
  outageInPits: ['pitStops', 'neighbouringStops'],
}

/** What does not go together: each pair contradicts itself or hides what the other one shows. */
const excluded: readonly (readonly [Situation, Situation])[] = [
  ['restartFromMenu', 'restartFromPause'],
  ['classificationRepeated', 'classificationMissing'],
  // The last lap would be nowhere in the stream.
  ['missedLastLap', 'classificationMissing'],
  // The list tells what the recorder has missed, but not when it was.
  ['lateRecorder', 'penaltyBurst'],
  ['lateRecorder', 'penaltiesAfterEnd'],
  ['lateRecorder', 'unservedPenalty'],
  ['lateInPits', 'penaltyBurst'],
  ['lateInPits', 'penaltiesAfterEnd'],
  ['lateInPits', 'unservedPenalty'],
  ['lateInLongLap', 'penaltyBurst'],
  ['lateInLongLap', 'penaltiesAfterEnd'],
  ['lateInLongLap', 'unservedPenalty'],
  ['outage', 'penaltyBurst'],
  ['outage', 'penaltiesAfterEnd'],
  ['outage', 'unservedPenalty'],
  ['outageInPits', 'penaltyBurst'],
  ['outageInPits', 'penaltiesAfterEnd'],
  ['outageInPits', 'unservedPenalty'],
  // The recorder joins once.
  ['lateRecorder', 'lateInPits'],
  ['lateRecorder', 'lateInLongLap'],
  ['lateInPits', 'lateInLongLap'],
  // Who leaves sees no end, and starts nothing again.
  ['leftEarly', 'restartFromMenu'],
  // A recording of a few seconds may know no names.
  ['leftEarly', 'lateRecorder'],
  ['leftEarly', 'lateInPits'],
  ['leftEarly', 'lateInLongLap'],
  ['leftEarly', 'restartFromPause'],
  ['leftEarly', 'classificationRepeated'],
  ['leftEarly', 'classificationMissing'],
  ['leftEarly', 'missedLastLap'],
  ['leftEarly', 'uidZeroHistory'],
  ['leftEarly', 'lateStaleAi'],
  ['leftEarly', 'unservedPenalty'],
  ['leftEarly', 'penaltiesAfterEnd'],
  ['leftEarly', 'notClassified'],
  ['lapDataFirst', 'anyOrderInFrame'],
]

/** With everything they need, without what contradicts an earlier one; in the order of the list. */
export function complete(wanted: readonly Situation[], isRace: boolean): Situation[] {
  const chosen = new Set<Situation>()
  for (const one of wanted) {
    for (const situation of [...(needs[one] ?? []), one]) {
      if (!isRace && !everySession.includes(situation)) continue
      const clashes = excluded.some(
        ([a, b]) => (a === situation && chosen.has(b)) || (b === situation && chosen.has(a)),
      )
      if (!clashes) chosen.add(situation)
    }
  }
  return situations.filter((situation) => chosen.has(situation))
}
