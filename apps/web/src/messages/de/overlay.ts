import type { overlay as english } from '../en/overlay.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const overlay = {
  heading: 'Live-Timing',
  leaders: 'Spitze',
  battleFor: 'Kampf um P{position}',
  title: 'Stream-Overlay',
  intro:
    'Eine transparente Seite mit Live-Timing für deinen Stream. Wähle, was sie zeigt, kopiere die Adresse und füge sie in deiner Streaming-Software als Browserquelle mit 1920 × 1080 Pixeln ein.',
  follow: 'Session',
  followSession: 'Nur diese Session',
  followUser: 'Alle Sessions des Fahrers, eine nach der anderen',
  parts: 'Teile',
  partStrip: 'Session, Runde und Flagge',
  partTower: 'Zeitentabelle',
  partLeaders: 'Die ersten fünf',
  partBattle: 'Engster Kampf an der Spitze',
  partMessage: 'Neue Meldungen der Rennleitung',
  columns: 'Spalten der Zeitentabelle',
  columnsAuto: 'Passend zur Session',
  columnsChosen: 'Eigene Auswahl',
  rows: 'Zeilen der Zeitentabelle',
  theme: 'Aussehen',
  themeDark: 'Dunkel',
  themeLight: 'Hell',
  themeClear: 'Transparent',
  language: 'Sprache',
  languageAuto: 'Wie die Streaming-Software',
  delay: 'Verzögerung in Sekunden',
  delayHint: 'Bis 300, falls dein Bild hinter dem Spiel zurückliegt.',
  address: 'Adresse des Overlays',
  preview: 'Vorschau',
  previewHint: 'Ohne laufende Session ist das Overlay leer.',
  nothing: 'Welche Session?',
  nothingWhy:
    'Öffne eine Live-Session und wähle dort „Stream-Overlay“, oder melde dich an, um das Overlay für deine eigenen Sessions zu bekommen.',
  liveSessions: 'Live-Sessions',
} satisfies Translation<typeof english>
