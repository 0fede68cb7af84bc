import type { charts as english } from '../en/charts.ts'
import type { Translation } from '../en/message.ts'

export const charts = {
  title: 'Diagramme',
  drivers: 'Fahrer in den Diagrammen',
  all: 'Alle',
  lap: 'Runde in den Diagrammen',
  table: 'Tabelle',
  positions: 'Position nach Runden',
  positionsNote:
    'Am Ende jeder Runde; Runde 0 ist die Startaufstellung. Schattiert: Safety-Car. Ringe: Boxenstopps.',
  trace: 'Abstand zu {name}',
  traceNote: 'Am Ende jeder Runde. Wer über der Linie bei 0 liegt, ist voraus.',
  against: 'Abstand zu welchem Fahrer',
  againstDriver: 'Abstand zu {name}',
  lapTimesNote:
    'Langsame Runden rücken oben zusammen, damit die anderen unterscheidbar bleiben; die Zahlen stimmen. Ringe: Runden in die Box und aus ihr.',
  pace: 'Renntempo',
  otherPace: 'Tempo',
  paceNote:
    'Runden in Renntempo: ohne die erste, Boxen- und Safety-Car-Runden. Der Kasten umfasst die mittlere Hälfte, der Strich ist der Median.',
  median: 'Median',
  quickest: 'Schnellste',
  lowerQuartile: 'Unteres Quartil',
  upperQuartile: 'Oberes Quartil',
  slowest: 'Langsamste',
  sectors: 'Beste Sektoren',
  sectorsNote: 'Der Balken ist der Rückstand zum Besten im Sektor.',
  sector: 'Sektor {number}',
  ideal: 'Ideale Runde',
  conditions: 'Wetter und Safety-Car',
  safetyCar: 'Safety-Car',
  virtualSafetyCar: 'Virtuelles Safety-Car',
  redFlag: 'Rote Flagge',
  what: 'Was',
  duel: '{first} gegen {second}',
  duelNote:
    'Die beiden zuerst gewählten Fahrer. Jeder Balken ist eine Runde und steht auf der Seite des Schnelleren.',
  delta: '{first} − {second}',
  lapsQuicker: 'Schnellere Runden',
  log: 'Strafen und Überholmanöver',
  logNote:
    'Eine Zeile zeigt ihre Runde und ihre Fahrer in den Diagrammen, der Pfeil den Moment in der Wiederholung.',
  watch: 'Noch einmal ansehen',
  stint: 'Stint',
  tyre: 'Reifen',
  fromLap: 'Ab Runde',
  noLaps:
    'Die Runden wurden nicht aufgezeichnet, darum gibt es keine Diagramme und keine Rundenzeiten.',
  overtook: '{driver} überholt {other}',
  entries: { one: '{count} Eintrag', other: '{count} Einträge' },
} satisfies Translation<typeof english>
