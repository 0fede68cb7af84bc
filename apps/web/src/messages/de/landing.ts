import type { landing as english } from '../en/landing.ts'
import type { Translation } from '../en/message.ts'

export const landing = {
  title: 'Live-Timing für deine Rennen',
  sentence:
    'Die Rennen aus deinem F1-⁠Spiel: live im Netz, während du sie fährst, und mit jeder Runde aufbewahrt.',
  watchLive: 'Rennen, die gerade laufen',
  showYours: 'Eigenes Rennen zeigen',
  pause: 'Rennen anhalten',
  play: 'Rennen weiterlaufen lassen',
  live: 'Live',
  watch: '{track}, {session}: ganze Seite ansehen',
  replay: 'Wiederholung',
  replayOf: '{track}, {session}, gefahren am {date}',
  replayNote: 'Aus den Rundenzeiten, {speed}-mal so schnell.',
  sample: 'Beispielrennen',
  sampleOf: '{track}, gefahren von einem simulierten Spiel',
  whatFor: 'Für wen es ist',
  organiser: 'Du organisierst Rennen',
  organiser1: 'Eine Adresse je Rennen: live, solange gefahren wird, danach das Ergebnis.',
  organiser2: 'Das Endergebnis mit jeder Strafe und Verwarnung, ihrer Runde und ihrem Grund.',
  organiser3:
    'Jede Seite zeigt, was der Aufzeichnung fehlt: verborgene Namen, eingeschränkte Telemetrie, verlorene Daten.',
  driver: 'Du fährst',
  driver1:
    'Die Rundenzeiten des ganzen Feldes, nicht nur deine, mit gestrichenen Runden und Boxenstopps.',
  driver2:
    'Der Recorder läuft neben dem Spiel auf Windows, Linux oder macOS oder auf einem Rechner neben der Konsole.',
  driver3: 'Fällt das Netz aus, zeichnet er weiter auf und sendet den Rest später.',
  viewer: 'Du schaust zu',
  viewer1:
    'Zeitentabelle, Streckenkarte, Abstände, Reifen und Rennleitung, bis zu zehnmal in der Sekunde aktualisiert.',
  viewer2:
    'Ohne Konto und ohne Installation; auf dem Telefon wählst du Abstände, Runden, Sektoren oder Stopps.',
  viewer3:
    'Komm später dazu: Strafen, Überholmanöver und Boxenstopps seit dem Start stehen noch da.',
  startTitle: 'Dein Rennen hier in fünf Minuten',
  step1: 'Recorder herunterladen und neben dem Spiel starten.',
  step2: 'Er öffnet diese Seite im Browser: den Code bestätigen, den er zeigt.',
  step3:
    'Im Spiel UDP-Telemetrie einschalten: Port 20777 und die Adresse des Rechners mit dem Recorder.',
  step4: 'Fahren. Das Rennen erscheint mit den ersten Daten unter Live.',
  help: 'Wo die Einstellungen in jedem Spiel und auf jeder Konsole sind',
  lastRecorded: 'Zuletzt aufgezeichnet',
} satisfies Translation<typeof english>
