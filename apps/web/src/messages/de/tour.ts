import type { tour as english } from '../en/tour.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const tour = {
  organiser: 'Für Ligen',
  organiserTitle: 'Eine Wertung, die sich von selbst berechnet',
  organiserLead:
    'Ordne die aufgezeichneten Rennen deinem Kalender zu, und Fahrer- und Teamwertung stehen: Punkte, Sprints, Streichresultate und Gleichstände.',
  organiser1:
    'Jede Punktzahl zeigt ihre Summe, mit jeder Entscheidung der Rennleitung und ihrem Grund.',
  organiser2: 'Füge einen ganzen Kalender aus einer Tabelle oder einer Chatnachricht ein.',
  organiser3:
    'Veröffentliche Ergebnisse als vorläufig oder offiziell und mach jede Änderung rückgängig.',
  openSeason: 'Diese Saison öffnen',
  openLeagues: 'Zu den Ligen',
  sampleSeason: 'Wertung nach einem Rennen',
  sample: 'Beispiel',
  sumOf: 'So kommen die Punkte von {name} zustande',
  decision: 'Letzte Entscheidung der Rennleitung:',
  driver: 'Für Fahrer',
  driverTitle: 'Jede Runde des ganzen Feldes',
  driverLead:
    'Nach der Zielflagge hat das Rennen eine eigene Seite, mit allen Autos und nicht nur deinem. Je zwei Runden lassen sich vergleichen: wo die Zeit gewonnen wird, Kurve für Kurve.',
  driver1: 'Kopple den Recorder in einer Minute: Code vergleichen, bestätigen, fahren.',
  driver2: 'Dein Profil sammelt deine Ergebnisse, Bestzeiten und Ligen.',
  driver3: 'Bricht die Verbindung ab, speichert der Recorder alles und sendet es später.',
  openCharts: 'Diagramme zu {track} öffnen',
  openCompare: 'Die zwei schnellsten Runden vergleichen',
  openRecorder: 'Recorder einrichten',
  viewer: 'Für Zuschauer',
  viewerTitle: 'Der Rennabend auf jedem Bildschirm',
  viewerLead:
    'Zeitentabelle, Streckenkarte, Reifen und Rennleitung, bis zu zehnmal in der Sekunde. Ohne Konto, ohne Installation.',
  viewer1:
    'Zu spät dran? Spul zum Start zurück, oder verzögere die Zeiten passend zu einem Stream.',
  viewer2: 'Sieh, wer nach einem Stopp wo herauskäme, und wie die Meisterschaft gerade steht.',
  viewer3: 'Streamer legen die Zeiten als transparentes Overlay über ihr Bild.',
  steward: 'Für die Rennleitung',
  stewardTitle: 'Entscheidungen mit ihren Gründen',
  stewardLead:
    'Fahrer melden einen Vorfall aus dem Rennen heraus. Die Rennleitung sieht den Moment, hört beide Seiten und stimmt ab; Ergebnis und Wertung folgen der Entscheidung.',
  openDecisions: 'Alle Entscheidungen: {season}',
  openFaq: 'Fragen und Antworten',
  joining: 'Für neue Fahrer',
  joiningTitle: 'Ein Platz in der nächsten Saison',
  joiningLead:
    'Melde dich auf der Seite der Saison an. Tiers, Plätze und Warteliste zählen sich selbst, und ein freier Platz geht an den Nächsten.',
  races: 'Aufgezeichnete Rennen',
  laps: 'Runden mit Zeit',
  drivers: 'Fahrer',
  leagues: 'Öffentliche Ligen',
  openLive: 'Dieses Rennen live ansehen',
  openReplay: 'Dieses Rennen noch einmal ansehen',
  openOverlay: 'Stream-Overlay einrichten',
} satisfies Translation<typeof english>
