import type { Translation } from './message.ts'
import type { raceMoments as english } from './race-moments-en.ts'

export const raceMoments = {
  lights: 'Start',
  leadsAfterStart: '{leader} führt nach Runde 1',
  lead: '{leader} übernimmt die Führung von {from}',
  pass: '{leader} überholt {from} und führt',
  undercut: '{leader} führt nach einem Undercut gegen {from}',
  rivalPitted: '{from} stoppt, {leader} führt',
  pitStops: '{leader} führt nach den Boxenstopps',
  rivalRetired: '{from} scheidet aus, {leader} führt',
  weatherStop: '{leader} führt nach frühem Reifenwechsel',
  safetyCar: 'Safety-Car',
  virtualSafetyCar: 'Virtuelles Safety-Car',
  redFlag: 'Rote Flagge',
  oneLap: 'Runde {lap}',
  laps: 'Runden {first} bis {last}',
  retirement: '{driver} scheidet aus',
  fastestLap: '{driver} fährt die schnellste Runde',
  wins: '{winner} gewinnt',
  ahead: '{margin} vor {second}',
} satisfies Translation<typeof english>
