import type { ui as english } from '../en/ui.ts'
import type { Translation } from '../message.ts'

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
