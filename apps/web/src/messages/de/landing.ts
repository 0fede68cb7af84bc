import type { landing as english } from '../en/landing.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const landing = {
  title: 'Live-Timing für deine Rennen',
  sentence: 'Deine Rennen, live im Netz',
  lead: 'Pitboard zeigt die Rennen aus deinem F1-⁠Spiel, während du sie fährst, speichert jede Runde und rechnet die Wertung deiner Liga.',
  watchLive: 'Live-Rennen ansehen',
  showYours: 'Eigenes Rennen zeigen',
  pause: 'Rennen anhalten',
  play: 'Rennen weiterlaufen lassen',
  live: 'Live',
  watch: '{track}, {session}: zur Live-Seite',
  replay: 'Wiederholung',
  replayOf: '{track}, {session}, gefahren am {date}',
  replayNote: 'Aus den Rundenzeiten nachgestellt, mit {speed}-facher Geschwindigkeit.',
  sample: 'Beispielrennen',
  sampleOf: '{track}, ein simuliertes Rennen: Zeig hier dein eigenes',
  startTitle: 'In fünf Minuten live',
  step1:
    'Lade den Recorder herunter und starte ihn neben dem Spiel. Er öffnet diese Seite: Melde dich an und bestätige seinen Code.',
  step2:
    'Schalte im Spiel die UDP-Telemetrie ein: Port 20777 und die Adresse des Computers mit dem Recorder.',
  step3:
    'Fahr los. Das Rennen ist mit den ersten Daten live und am Ende mit jeder Runde gespeichert.',
  help: 'Wo die Einstellungen in jedem Spiel und auf jeder Konsole sind',
  records: 'Alle Rekorde',
  lastRecorded: 'Zuletzt gefahren',
  lapOf: 'Runde {lap} von {laps}',
  listFailed: 'Die Liste der Live-Rennen konnte nicht geladen werden',
  nobodyDrives: 'Gerade fährt niemand',
  nobodyDrivesHelp: 'Ein Rennen erscheint hier, sobald jemand mit laufendem Recorder fährt.',
} satisfies Translation<typeof english>
