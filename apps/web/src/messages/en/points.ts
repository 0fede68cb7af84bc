import type { Area } from '@pitboard/contract/words/message'

/** These texts say where the points of a season come from: sums, the chart of points, colours of results. */
export const points = {
  legend: 'Colours and marks',
  second: 'Second',
  third: 'Third',
  headToHead: 'Head-to-head',
  inLeague: 'Career in the league',
  explainTitle: '{name}: where the points come from',
  explainTotal: '{points} points, place {position}',
  part: 'Part',
  sum: 'Sum',
  notPlaced: 'not placed',
  byStewards: 'stewards: {reason}',
  otherDecisions: 'Decisions about results without points:',
  cleanRace: 'Clean race',
  placesGained: 'Most places gained',
  participation: 'Took part',
  startingPoints: 'points from before',
  shortened: 'shortened race',
  ofEvent: 'list of this event',
  paidInFull: 'shortened, full points',
  tieShared: 'Level with {name} in everything: they share the position.',
  tieDecided:
    'Level on points with {name}: the number of places {position} decided, {own} against {theirs}.',
  teamRest: 'Points from before, stewards’ decisions, dropped events and cars that don’t score',
  progression: 'Points after each event',
  progressionOf: '{table}: points after each event, as lines. The table below has the numbers.',
  progressionTable: '{table}: points after each event',
  asTable: 'As a table',
  linesShown: 'Lines in colour',
} as const satisfies Area
