import type { recordings as english } from '../en/recordings.ts'
import type { Translation } from '../message.ts'

export const recordings = {
  title: 'Deine Sitzungen',
  track: 'Strecke',
  allTracks: 'Alle Strecken',
  type: 'Sitzung',
  allTypes: 'Alle Sitzungen',
  found: { one: '{count} Sitzung', other: '{count} Sitzungen' },
  chosen: { one: '{count} ausgewählt', other: '{count} ausgewählt' },
  choose: '{name} auswählen',
  delete: 'Löschen',
  keep: 'Behalten',
  deleteAsk: { one: '{count} Sitzung löschen?', other: '{count} Sitzungen löschen?' },
  deleteWhat:
    'Was der Recorder davon gesendet hat, geht mit. Nichts davon lässt sich zurückholen. Eine Sitzung, die in einer Saison zählt, bleibt.',
  used: 'Sie zählt in einer Saison.',
  none: 'Keine Sitzungen',
  noneWhy: 'Was dein Recorder sendet, steht hier, sobald die Sitzung zu Ende ist.',
} satisfies Translation<typeof english>
