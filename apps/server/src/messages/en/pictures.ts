import type { Area } from '@pitboard/contract/words/message'

/** Pictures of pages have these words beside those that their pages have too. */
export const pictures = {
  places: 'Places lap by lap',
  comparedLaps: '{count} laps compared',
  sessionCount: { one: '{count} session', other: '{count} sessions' },
  season: 'Season',
  review: 'Review',
  notRaced: 'No race has been driven yet',
  placeOf: 'P{place} of {drivers}',
  ahead: '+{gap} ahead',
  progression: 'Points after each round',
  rounds: 'Rounds',
  winnerCount: { one: '{count} winner', other: '{count} winners' },
  decidedAt: 'Decided at',
  mostPoles: 'Most poles',
  closest: 'Closest finish',
  mostPlacesGained: 'Most places gained',
  pointsInARow: 'Races in the points',
  ownCounts: 'Wins · Podiums · Poles',
  bestRace: 'Best race',
  fromGrid: 'from P{grid}',
  rival: 'Closest rival',
  pace: 'Off the best lap of the race',
  placesGained: 'Places gained from the grid',
} as const satisfies Area
