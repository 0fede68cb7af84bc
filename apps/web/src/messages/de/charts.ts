import type { charts as english } from '../en/charts.ts'
import type { Translation } from '../en/message.ts'

export const charts = {
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
    'Langsame Runden sind oben gestaucht, damit die anderen lesbar bleiben; die Zahlen sind exakt. Ringe: In- und Outlaps.',
  pace: 'Renntempo',
  otherPace: 'Tempo',
  paceNote:
    'Runden im Renntempo, ohne die erste und ohne Boxen- und Safety-Car-Runden. Der Kasten umfasst ihre mittlere Hälfte, der Strich ist der Median.',
  median: 'Median',
  quickest: 'Schnellste',
  lowerQuartile: 'Unteres Quartil',
  upperQuartile: 'Oberes Quartil',
  slowest: 'Langsamste',
  sectors: 'Beste Sektoren',
  sectorsNote: 'Der Balken zeigt den Rückstand auf die Bestzeit im Sektor.',
  sector: 'Sektor {number}',
  ideal: 'Ideale Runde',
  conditions: 'Wetter und Safety-Car',
  safetyCar: 'Safety-Car',
  virtualSafetyCar: 'Virtuelles Safety-Car',
  redFlag: 'Rote Flagge',
  what: 'Ereignis',
  duel: '{first} gegen {second}',
  duelNote:
    'Die beiden zuerst gewählten Fahrer. Jeder Balken ist eine Runde und steht auf der Seite des Schnelleren. Blass: die erste Runde, Runden in die Box und aus ihr sowie hinter dem Safety-Car; sie bestimmen den Maßstab nicht, und ein Schnitt zeigt, dass ein Balken länger ist.',
  delta: '{first} − {second}',
  lapsQuicker: 'Schnellere Runden',
  log: 'Strafen und Überholmanöver',
  logNote:
    'Wähle eine Zeile, um ihre Runde und ihre Fahrer in den Diagrammen zu sehen, oder den Pfeil für den Moment in der Wiederholung.',
  watch: 'In der Wiederholung ansehen',
  stint: 'Stint',
  tyre: 'Reifen',
  fromLap: 'Ab Runde',
  noLaps:
    'Die Runden wurden nicht aufgezeichnet, darum gibt es keine Diagramme und keine Rundenzeiten.',
  overtook: '{driver} überholt {other}',
  entries: { one: '{count} Eintrag', other: '{count} Einträge' },
} satisfies Translation<typeof english>
