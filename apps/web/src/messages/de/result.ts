import type { result as english } from '../en/result.ts'
import type { Translation } from '../en/message.ts'

export const result = {
  recordedBy: 'aufgezeichnet von',
  enteredBy: 'eingetragen von',
  files: 'Herunterladen:',
  byHandWhat: 'Niemand hat es aufgezeichnet: Es gibt keine Runden und keine Telemetrie.',
  documentWhat: 'Niemand hat es aufgezeichnet: Das ist das gesendete Dokument.',
  replay: 'Noch einmal ansehen',
  weekend: 'Sessions des Wochenendes',
  complete: 'Vollständig',
  incomplete: 'Unvollständig',
  completeWhat: 'Die gesamte Telemetrie ist angekommen, mit jeder Runde und dem Endergebnis.',
  result: 'Ergebnis',
  final: 'Endgültig',
  distance: 'Distanz',
  startWeather: 'Wetter am Start',
  safetyCars: 'Safety-Cars',
  fullSafetyCars: '{number} reguläre',
  virtualSafetyCars: '{number} virtuelle',
  redFlags: 'rote Flagge ×{number}',
  none: 'Keine',
  game: 'Spiel',
  lacksClassification:
    'Das Spiel hat kein Endergebnis gesendet; die Reihenfolge stammt aus den letzten Runden.',
  lacksFrames: '{percent} % der Telemetrie sind angekommen.',
  lacksLaps: 'Fehlende Rundenzeiten: {number}.',
  lacksNames: 'Fahrer, die ihren Namen verbergen: {number}.',
  lacksTelemetry: 'Fahrer, die ihre Telemetrie einschränken: {number}.',
  alsoRecordedBy: 'Auch aufgezeichnet von',
  filled: {
    one: '{count} Wert, der dieser Aufzeichnung fehlt, stammt von dort.',
    other: '{count} Werte, die dieser Aufzeichnung fehlen, stammen von dort.',
  },
  countsIn: 'Zählt in',
} satisfies Translation<typeof english>
