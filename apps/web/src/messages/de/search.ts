import { searchPage } from '@pitboard/contract/words/search-page-de'
import type { search as english } from '../en/search.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const search = {
  title: searchPage.title,
  found: { one: '{count} Treffer', other: '{count} Treffer' },
  foundAtLeast: 'Mindestens {count} Treffer',
  alike: 'Kein genauer Treffer für „{search}“. Ähnliche Treffer:',
  groups: 'Arten von Treffern',
  all: 'Alle',
  showAll: 'Alle zeigen',
  live: 'Jetzt auf der Strecke',
  sessions: 'Sessions',
  seasons: 'Saisons',
  leagues: 'Ligen',
  users: 'Leute',
  tracks: 'Strecken',
  by: 'von {name}',
  private: 'Privat',
  drivenThere: 'Dort gefahrene Sessions',
  similarName: 'Ähnlicher Name',
  otherName: 'Auch {name} genannt',
  country: 'Land: {country}',
  nothing: 'Nichts gefunden',
  nothingWhy:
    'Du findest Sessions nach Strecke, Art, Jahr und Nutzer; Ligen, Saisons und Leute nach dem Namen. Versuche es mit weniger Wörtern, etwa nur mit der Strecke.',
} satisfies Translation<typeof english>
