import type { leagues as english } from '../en/leagues.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const leagues = {
  title: 'Ligen',
  create: 'Liga gründen',
  search: 'Ligen suchen',
  found: { one: '{count} Liga', other: '{count} Ligen' },
  nothing: 'Keine Liga gefunden',
  nothingWhy:
    'Keine Liga hat einen passenden Namen oder eine passende Beschreibung. Versuche es mit weniger Buchstaben.',
  none: 'Noch keine öffentlichen Ligen',
  noneWhy:
    'Sobald es Ligen gibt, stehen sie hier mit ihren Saisons und Wertungen. Rennen, die schon jetzt aufgezeichnet werden, können später noch zählen.',
  watch: 'Sehen, wer gerade fährt',
  public: 'Öffentlich',
  private: 'Privat',
  league: 'Liga',
  links: 'Links der Liga',
  seasonCount: { one: '{count} Saison', other: '{count} Saisons' },
  eventCount: { one: '{count} Rennwochenende', other: '{count} Rennwochenenden' },
  by: 'von {name}',
  runBy: 'Geleitet von',
  discord: 'Discord',
  website: 'Website',
  edit: 'Liga bearbeiten',
  seasons: 'Saisons',
  noSeasons: 'Noch keine Saison',
  noSeasonsWhy: 'Der Veranstalter hat dieser Liga noch keine Saison hinzugefügt.',
  recentRaces: 'Letzte Rennen',
  podiumOf: 'Podium: {event}',
  champions: 'Meister',
  next: 'Als Nächstes',
} satisfies Translation<typeof english>
