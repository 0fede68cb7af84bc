import type { home as english } from '../en/home.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const home = {
  nextRace: 'Dein nächstes Rennen',
  round: 'Lauf {round} von {count}',
  alsoNext: 'Danach: {event} ({season})',
  answerUntil: 'Antwort bis {date}',
  answersClosed: 'Antworten sind seit {date} geschlossen',
  whoIsIn: '{accepted} dabei, {declined} fehlen, {open} offen',
  toSeason: 'Saison öffnen',
  recorder: 'Recorder',
  recorderReceives: 'Er empfängt das Spiel.',
  recorderWaits: 'Er läuft und wartet auf das Spiel.',
  recorderOff: 'Er ist aus. Starte ihn vor dem Rennen.',
  recorderMissing:
    'Du hast keinen. Dein Ergebnis zählt, sobald ein Fahrer des Rennens aufzeichnet.',
  getRecorder: 'So zeichnest du auf',
  yourSeason: 'Deine Saison',
  finished: '{event}: P{position}.',
  finishedBehind: {
    one: '{event}: P{position}, {count} Platz hinter {rival}.',
    other: '{event}: P{position}, {count} Plätze hinter {rival}.',
  },
  finishedAhead: {
    one: '{event}: P{position}, {count} Platz vor {rival}.',
    other: '{event}: P{position}, {count} Plätze vor {rival}.',
  },
  notClassified: '{event}: nicht gewertet.',
  toResult: 'Ergebnis öffnen',
  toResultOf: 'Ergebnis öffnen: {event}',
  championship: 'Meisterschaft',
  place: 'P{position}',
  ofDrivers: { one: 'von {count} Fahrer', other: 'von {count} Fahrern' },
  points: 'Punkte',
  level: 'punktgleich mit {rival}',
  pointsBehind: {
    one: '{count} Punkt hinter {rival}',
    other: '{count} Punkte hinter {rival}',
  },
  pointsAhead: {
    one: '{count} Punkt vor {rival}',
    other: '{count} Punkte vor {rival}',
  },
  pointsTrend: 'Punkte, letzte Rennen',
  pace: 'Beste Runde',
  paceNote: 'zu der von {rival}, letztes Rennen',
  paceTrend: 'Tempo, letzte Rennen',
  seconds: '{gap} s',
  closing: 'Du holst gegen {rival} auf.',
  dropping: 'Du verlierst gegen {rival} an Boden.',
  steady: 'Gleichauf mit {rival}.',
  organise: 'Du leitest eine Liga?',
  organiseHow:
    'Lege sie an, füge ihren Kalender ein und teile den Link zur Anmeldung. Einen Recorder brauchst du dafür nicht.',
  organiseDo: 'Liga anlegen',
  drive: 'Du fährst in einer Liga?',
  driveHow:
    'Öffne den Link zur Anmeldung, den du vom Veranstalter hast. Dann steht hier dein nächstes Rennen.',
} satisfies Translation<typeof english>
