import type { Language } from '@pitboard/contract/words/languages'

/** The pictures of a review have these words, which are not on its page. */
const en = {
  season: 'Season',
  title: 'Season in review',
  soFar: 'The season so far',
  empty: { label: 'Review', value: 'No race has been driven yet' },
  champion: 'Champion',
  leader: 'Leads the standings',
  of: 'of',
  from: 'from',
  points: 'points',
  ahead: 'ahead',
  progression: 'Points after each round',
  rounds: 'Rounds',
  winners: 'winners',
  decided: 'Decided at',
  tallies: {
    wins: 'Most wins',
    podiums: 'Most podiums',
    poles: 'Most poles',
    fastestLaps: 'Most fastest laps',
  },
  closest: 'Closest finish',
  gained: 'Most places gained',
  streaks: { wins: 'Wins in a row', podiums: 'Podiums in a row', points: 'Races in the points' },
  wins1: 'Wins',
  podiums1: 'Podiums',
  poles1: 'Poles',
  best: 'Best race',
  rival: 'Closest rival',
  pace: 'Off the best lap of the race',
  placesGained: 'Places gained from the grid',
}

export type ReviewWords = typeof en

const de: ReviewWords = {
  season: 'Saison',
  title: 'Saisonrückblick',
  soFar: 'Die Saison bisher',
  empty: { label: 'Rückblick', value: 'Noch kein Rennen gefahren' },
  champion: 'Meister',
  leader: 'Führt die Wertung an',
  of: 'von',
  from: 'von',
  points: 'Punkte',
  ahead: 'voraus',
  progression: 'Punkte nach jedem Lauf',
  rounds: 'Läufe',
  winners: 'Sieger',
  decided: 'Entschieden in',
  tallies: {
    wins: 'Meiste Siege',
    podiums: 'Meiste Podestplätze',
    poles: 'Meiste Poles',
    fastestLaps: 'Meiste schnellste Runden',
  },
  closest: 'Knappster Sieg',
  gained: 'Meiste Plätze gewonnen',
  streaks: {
    wins: 'Siege in Folge',
    podiums: 'Podestplätze in Folge',
    points: 'Rennen in den Punkten',
  },
  wins1: 'Siege',
  podiums1: 'Podest',
  poles1: 'Poles',
  best: 'Bestes Rennen',
  rival: 'Engster Rivale',
  pace: 'Hinter der besten Runde des Rennens',
  placesGained: 'Plätze ab dem Start gewonnen',
}

export const REVIEW_WORDS: Readonly<Record<Language, ReviewWords>> = { en, de }
