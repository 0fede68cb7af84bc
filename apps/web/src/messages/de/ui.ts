import type { ui as english } from '../en/ui.ts'
import type { Translation } from '../en/message.ts'

export const ui = {
  close: 'Schließen',
  loading: 'Wird geladen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyLink: 'Link kopieren',
  showPassword: 'Passwort zeigen',
  tryAgain: 'Noch einmal versuchen',
  offline: 'Du bist offline. Versuche es noch einmal, wenn das Netz wieder da ist.',
  notReached: 'Der Server ist nicht zu erreichen.',
  partFailed: 'Dieser Teil der Seite konnte nicht geladen werden',
  notLoaded:
    'Der Code dafür konnte nicht geladen werden. Versuche es noch einmal; wenn das nicht hilft, lade die Seite neu.',
  reloadPage: 'Seite neu laden',
  invalid: 'Der Server nimmt diese Anfrage nicht an.',
  signedOut: 'Du bist nicht mehr angemeldet. Melde dich noch einmal an.',
  forbidden: 'Das darfst du nicht sehen oder ändern.',
  gone: 'Das gibt es nicht mehr, oder du darfst es nicht sehen.',
  inTheWay: 'Das widerspricht etwas, das schon gespeichert ist.',
  changedMeanwhile:
    'Jemand hat das inzwischen geändert. Sieh dir an, was, und speichere noch einmal.',
  tooLarge: 'Das ist zu groß für den Server.',
  tooOften: 'Zu viele Anfragen. Warte eine Minute und versuche es noch einmal.',
  serverFailed: 'Der Server hat ein Problem. Versuche es gleich noch einmal.',
  unexpected: 'Etwas Unerwartetes ist passiert.',
  pages: 'Seiten',
  pageOf: 'Seite {page} von {count}',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  columns: 'Spalten',
  sortBy: 'Sortieren nach',
  originalOrder: 'Ursprüngliche Reihenfolge',
  ascending: '{column}, aufsteigend',
  descending: '{column}, absteigend',
} satisfies Translation<typeof english>
