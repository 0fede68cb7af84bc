import type { search as english } from '../en/search.ts'
import type { Translation } from '../en/message.ts'

export const search = {
  title: 'Suche: {search}',
  found: { one: '{count} Treffer', other: '{count} Treffer' },
  foundAtLeast: 'Mindestens {count} Treffer',
  alike: 'Nichts heißt „{search}“. Das ist ähnlich:',
  groups: 'Arten von Treffern',
  all: 'Alle',
  showAll: 'Alle zeigen',
  live: 'Jetzt auf der Strecke',
  sessions: 'Sitzungen',
  seasons: 'Saisons',
  leagues: 'Ligen',
  users: 'Leute',
  tracks: 'Strecken',
  by: 'von {name}',
  private: 'Privat',
  drivenThere: 'Dort gefahrene Sitzungen',
  foundAs: 'Gefunden als „{word}“ · Dort gefahrene Sitzungen',
  nothing: 'Nichts gefunden',
  nothingWhy:
    'Sitzungen findest du nach Strecke, Art, Jahr und wer sie aufgezeichnet hat; Ligen, Saisons und Leute nach dem Namen. Versuche es mit weniger Wörtern, etwa nur mit der Strecke.',
} satisfies Translation<typeof english>
