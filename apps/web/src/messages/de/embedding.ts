import type { embedding as english } from '../en/embedding.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const embedding = {
  embed: 'Einbetten',
  privateTitle: 'Niemand sonst kann diesen Link öffnen',
  privateWhy:
    'Das Ziel ist privat: Nur das Team sieht es. Mach es öffentlich oder lade Leute in die Liga ein.',
  makePublic: 'Ändern, wer es sieht',
  openLeague: 'Öffentlich machen oder Leute einladen',
  invite: 'Leute einladen',
  copyAnyway: 'Für das Team kopieren',
  cancel: 'Abbrechen',
  title: 'In die eigene Website einbetten',
  why: 'Füge den Code in eine Seite deiner Website ein. Sie zeigt dann den neuesten Stand, ohne Anmeldung.',
  content: 'Inhalt',
  drivers: 'Fahrerwertung',
  teams: 'Teamwertung',
  calendar: 'Kalender',
  result: 'Ergebnis',
  live: 'Diese Session',
  liveUser: 'Was dieser Fahrer als Nächstes aufzeichnet',
  theme: 'Farben',
  themeAuto: 'Wie das System des Lesers',
  themeLight: 'Hell',
  themeDark: 'Dunkel',
  language: 'Sprache',
  languageReader: 'Wie der Browser des Lesers',
  code: 'Code',
  preview: 'Vorschau',
  previewHint: 'Der Code hat die Höhe des ganzen Inhalts. Passe sie an deine Seite an.',
} as const satisfies Translation<typeof english>
