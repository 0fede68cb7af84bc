import type { points as english } from '../en/points.ts'
import type { Translation } from '@pitboard/contract/words/message'

/** These texts say where the points of a season come from: sums, the chart of points, colours of results. */
export const points = {
  legend: 'Farben und Zeichen',
  second: 'Zweiter Platz',
  third: 'Dritter Platz',
  headToHead: 'Direktvergleich',
  inLeague: 'Karriere in der Liga',
  explainTitle: '{name}: woher die Punkte kommen',
  explainTotal: '{points} Punkte, Platz {position}',
  part: 'Teil',
  sum: 'Summe',
  notPlaced: 'ohne Platz',
  byStewards: 'Rennleitung: {reason}',
  otherDecisions: 'Entscheidungen zu Ergebnissen ohne Punkte:',
  cleanRace: 'Sauberes Rennen',
  placesGained: 'Meiste Plätze gewonnen',
  participation: 'Teilnahme',
  startingPoints: 'Punkte von vorher',
  shortened: 'verkürztes Rennen',
  ofEvent: 'Liste dieser Veranstaltung',
  paidInFull: 'verkürzt, volle Punkte',
  tieShared: 'In allem gleich mit {name}: Sie teilen sich den Platz.',
  tieDecided:
    'Punktgleich mit {name}: Entschieden hat die Zahl der Plätze {position}, {own} gegen {theirs}.',
  teamRest:
    'Punkte von vorher, Entscheidungen der Rennleitung, Streichresultate und Autos ohne Wertung',
  progression: 'Punkte nach jedem Wochenende',
  progressionOf:
    '{table}: Punkte nach jedem Wochenende als Linien. Die Zahlen stehen in der Tabelle darunter.',
  progressionTable: '{table}: Punkte nach jedem Wochenende',
  asTable: 'Als Tabelle',
  linesShown: 'Farbige Linien',
} satisfies Translation<typeof english>
