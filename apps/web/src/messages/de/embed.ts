import type { embed as english } from '../en/embed.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const embed = {
  loading: 'Wird geladen …',
  missing: 'Das ist nicht öffentlich, oder es existiert nicht.',
  failed: 'Pitboard ist nicht erreichbar. In einer Minute folgt ein neuer Versuch.',
  source: 'Live-Timing und Wertungen: Pitboard',
  drivers: 'Fahrerwertung',
  teams: 'Teamwertung',
  calendar: 'Kalender',
  asItStands: 'Zwischenstand',
  live: 'Live',
  noResults: 'Noch keine Ergebnisse',
  noEvents: 'Noch keine Rennen',
  noDate: 'Noch kein Termin',
  podium: 'Podium',
  position: 'Platz',
  driver: 'Fahrer',
  team: 'Team',
  change: 'Gewonnene oder verlorene Plätze',
  gained: { one: '{count} Platz gewonnen', other: '{count} Plätze gewonnen' },
  lost: { one: '{count} Platz verloren', other: '{count} Plätze verloren' },
  wins: 'Siege',
  podiums: 'Podien',
  points: 'Punkte',
  car: 'Auto {number}',
} as const satisfies Translation<typeof english>
