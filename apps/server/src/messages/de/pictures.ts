import type { Translation } from '@pitboard/contract/words/message'
import type { pictures as english } from '../en/pictures.ts'

export const pictures = {
  places: 'Plätze Runde für Runde',
  comparedLaps: '{count} Runden verglichen',
  sessionCount: { one: '{count} Session', other: '{count} Sessions' },
  season: 'Saison',
  review: 'Rückblick',
  notRaced: 'Noch kein Rennen gefahren',
  placeOf: 'P{place} von {drivers}',
  ahead: '+{gap} voraus',
  progression: 'Punkte nach jedem Lauf',
  rounds: 'Läufe',
  winnerCount: { one: '{count} Sieger', other: '{count} Sieger' },
  decidedAt: 'Entschieden in',
  mostPoles: 'Meiste Poles',
  closest: 'Knappster Sieg',
  mostPlacesGained: 'Meiste Plätze gewonnen',
  pointsInARow: 'Rennen in den Punkten',
  ownCounts: 'Siege · Podest · Poles',
  bestRace: 'Bestes Rennen',
  fromGrid: 'von P{grid}',
  rival: 'Engster Rivale',
  pace: 'Hinter der besten Runde des Rennens',
  placesGained: 'Plätze ab dem Start gewonnen',
} as const satisfies Translation<typeof english>
