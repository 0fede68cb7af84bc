import type { leagues as english } from '../en/leagues.ts'
import type { Translation } from '../message.ts'

export const leagues = {
  title: 'Ligen',
  none: 'Noch keine öffentlichen Ligen',
  noneWhy:
    'Auf diesem Server gibt es bisher keine Ligen. Sobald es welche gibt, stehen hier ihre Saisons und Tabellen. Rennen werden schon jetzt aufgezeichnet und können später gewertet werden.',
  watch: 'Sehen, wer gerade fährt',
} satisfies Translation<typeof english>
